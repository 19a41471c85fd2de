// The picture of the launchpad's video: its first and last frame, shown until the video plays. All lengths are in SVG user units.
import { arc, createRandom, hash, type Point, ties } from "./ties";

export const CLOTH_WIDTH = 960;
export const CLOTH_HEIGHT = 720;
export const SUN: Point = [CLOTH_WIDTH / 2, CLOTH_HEIGHT];
export const SUN_RADIUS = 116;

/** The number of arcs around the sun. */
export const ROWS = 11;
const FIRST_ROW_RADIUS = SUN_RADIUS + 48;
const ROW_GAP = 68;
/** The yellow row: in the video it is tied while the cloth is yellow. */
export const SUN_ROW = 2;
/** A knot is drawn when its centre is at most this far outside the cloth. */
const CUT_AT = 30;

/** The colour of a knot: undyed cotton, yellow, or cotton with some indigo. */
export type Tone = "cotton" | "turmeric" | "pale" | "faint";

/** The light theme's colours, for both themes. */
export const INDIGO = "#10245d";
export const INDIGO_SOFT = "#1d3774";
export const RINGS: Record<Tone, string> = {
  cotton: "#faf5eb",
  turmeric: "#faac27",
  pale: "#9cb2d8",
  faint: "#4367ab",
};

/** Diameters of the ring; those of eye and halo are shares of it. */
export const SIZES: Record<Tone, number> = { cotton: 24, turmeric: 28, pale: 21, faint: 17 };
export const EYE_SHARE = 0.3;
export const HALO_SHARE = 1.45;

/** The sun's seam: the number of stitches on the visible half. The radii of seam and eye are shares of the sun's. */
export const STITCHES = 31;
export const STITCH_SIZE = 6.4;
export const SEAM_SHARE = 0.77;
export const SUN_EYE_SHARE = 0.37;

/** The random values of one knot in the video. The picture draws the same numbers, so that its knots get the same places. */
export interface RestingKnot {
  at: Point;
  /** 0 to 1: how much later than its neighbours the knot is tied and opened. */
  slack: number;
  /** The length of the knot to the right. */
  pull: number;
}

export function toneOf(row: number): Tone {
  if (row === SUN_ROW) return "turmeric";
  if (row < 4) return "cotton";
  return row < 7 ? "pale" : "faint";
}

/** The rows of knots from the sun outwards, each from east to west, including knots outside the cloth. Each row has an odd count. */
export function clothRows(): RestingKnot[][] {
  const random = createRandom(hash("launchpad film"));
  return Array.from({ length: ROWS }, (_, row) => {
    const radius = FIRST_ROW_RADIUS + row * ROW_GAP;
    const count = Math.round((Math.PI * radius) / (34 + row * 3.4) / 2) * 2 + 1;
    const points = arc({ center: SUN, radius, from: 1, to: 179, count, slack: 1.6 }, random);
    return points.map((at) => ({ at, slack: random(), pull: random() < 0.4 ? 1.2 : 0 }));
  });
}

/** Whether a knot at this point is at least partly on the cloth. */
export function isOnCloth([x, y]: Point): boolean {
  return x > -CUT_AT && x < CLOTH_WIDTH + CUT_AT && y > -CUT_AT;
}

/** The picture as an SVG document of 960 x 720 units. All knots are round: the `pull` would not be visible. */
export function clothSvg(): string {
  const rows = clothRows();
  const paths: string[] = [];
  const layers: string[] = [];
  for (const [index, tone] of (Object.keys(SIZES) as Tone[]).entries()) {
    const points = rows.flatMap((row, i) => (toneOf(i) === tone ? row.map(({ at }) => at).filter(isOnCloth) : []));
    paths.push(`<path id="${index}" d="${ties(points)}"/>`);
    for (const [color, share] of [
      [INDIGO_SOFT, HALO_SHARE],
      [RINGS[tone], 1],
      [INDIGO, EYE_SHARE],
    ] as const) {
      layers.push(
        `<use href="#${index}" stroke="${color}" stroke-width="${Number((SIZES[tone] * share).toFixed(1))}"/>`,
      );
    }
  }
  const [x, y] = SUN;
  const sun = (radius: number, rest: string) =>
    `<circle cx="${x}" cy="${y}" r="${Number(radius.toFixed(1))}" ${rest}/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CLOTH_WIDTH}" height="${CLOTH_HEIGHT}" viewBox="0 0 ${CLOTH_WIDTH} ${CLOTH_HEIGHT}">` +
    `<defs>${paths.join("")}</defs><path fill="${INDIGO}" d="M0 0h${CLOTH_WIDTH}v${CLOTH_HEIGHT}H0z"/>` +
    `<g fill="none" stroke-linecap="round">${layers.join("")}` +
    sun(SUN_RADIUS, `fill="${RINGS.turmeric}"`) +
    sun(
      SUN_RADIUS * SEAM_SHARE,
      `stroke="${INDIGO}" stroke-width="${STITCH_SIZE}" pathLength="${2 * STITCHES}" stroke-dasharray="0 1" stroke-dashoffset="-.5"`,
    ) +
    `${sun(SUN_RADIUS * SUN_EYE_SHARE, `fill="${INDIGO}"`)}</g></svg>`
  );
}
