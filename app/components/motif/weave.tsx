// The weave: a drawing with a given number of knots, so that a statistic can be counted.
import { createRandom, hash } from "./ties";

const TILE_TIES = 25;
const PULLS = ["h0", "h.7", "v.6", "h.4"] as const;

/** Path data of 5 x 5 ties in a repeating tile of 50 x 50 units. */
export function tilePath(seed = "tile"): string {
  const random = createRandom(hash(seed));
  const points = Array.from({ length: TILE_TIES }, (_, i) => [
    50 + (i % 5) * 100 + (random() - 0.5) * 15,
    50 + Math.floor(i / 5) * 100 + (random() - 0.5) * 15,
  ]);
  return points
    .map(([x = 0, y = 0]) => {
      const pull = PULLS[Math.floor(random() * PULLS.length)];
      return `M${(x / 10).toFixed(1)} ${(y / 10).toFixed(1)}${pull}`;
    })
    .join("")
    .replace(/\.0(?=\D)/g, "");
}

const TILE = tilePath();

/** The SVG pattern that every `Swatch` of the page refers to. Once per page. */
export function WeaveDefs() {
  return (
    <svg className="absolute" width="0" height="0" aria-hidden="true">
      <pattern id="weave" className="ties" width="50" height="50" patternUnits="userSpaceOnUse">
        <path d={TILE} className="stroke-ring" strokeWidth="6.4" />
        <path d={TILE} className="stroke-eye" strokeWidth="2" />
      </pattern>
    </svg>
  );
}

interface SwatchProps {
  /** The number of knots: a multiple of 25 that fills whole rows of tiles. */
  count: number;
  /** The number of tiles in a row. */
  across: number;
  /** Sets the width. */
  className: string;
}

/** A drawing with exactly `count` knots. Needs `WeaveDefs` on the page. */
export function Swatch({ count, across, className }: SwatchProps) {
  const width = across * 50;
  const height = Math.ceil(count / TILE_TIES / across) * 50;
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path fill="url(#weave)" d={`M0 0h${width}v${height}H0z`} />
    </svg>
  );
}
