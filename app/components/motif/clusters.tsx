// A border strip of clusters of one, three or four knots. Bandhani, the tie-dye of western India, calls them ekdali, trikunti, chaubandi.
import { type Point, ties } from "./ties";

const KINDS = {
  four: [
    [6, 15],
    [24, 14],
    [15, 5],
    [14, 23],
    [34, 43],
    [53, 43],
    [43, 34],
    [43, 51],
  ],
  three: [
    [6, 21],
    [23, 21],
    [15, 6],
    [35, 49],
    [53, 50],
    [44, 35],
  ],
  one: [
    [15, 15],
    [43, 42],
  ],
} satisfies Record<string, readonly Point[]>;

export type ClusterKind = keyof typeof KINDS;

/** The SVG patterns that every `ClusterStrip` of the page refers to. Once per page. */
export function ClusterDefs() {
  return (
    <svg className="absolute" width="0" height="0" aria-hidden="true">
      {Object.entries(KINDS).map(([kind, points]) => {
        const path = ties(points);
        return (
          <pattern
            key={kind}
            id={`knots-${kind}`}
            className="ties"
            width="58"
            height="56"
            patternUnits="userSpaceOnUse"
          >
            <path d={path} className="t-ring" strokeWidth="8" />
            <path d={path} className="t-eye" strokeWidth="2.6" />
          </pattern>
        );
      })}
    </svg>
  );
}

/** A strip of clusters, 56 px high. Its width is a multiple of the tile's, so that no knot is cut. Needs `ClusterDefs` on the page. */
export function ClusterStrip({ kind }: { kind: ClusterKind }) {
  return (
    <svg
      className="mb-6 w-full supports-[width:round(down,1px,1px)]:w-[round(down,100%,58px)]"
      height="56"
      aria-hidden="true"
    >
      <rect width="100%" height="56" fill={`url(#knots-${kind})`} />
    </svg>
  );
}
