// The tie, or knot: the dot that all drawings of the site are made of. In tie-dye, dye cannot reach the cloth where a thread is tied.
// In SVG a tie is a subpath of almost no length ("m7 2h0") with a round line cap. One path is stroked several times, each narrower:
// the halo (dye that crept under the thread), the ring (undyed cloth) and the eye (the tip of the knot).

/** In SVG user units: x to the right, y down. */
export type Point = readonly [x: number, y: number];
/** Returns the next number in [0, 1). */
export type Random = () => number;

/** The 32-bit FNV-1a hash of a text, as an unsigned integer. */
export function hash(text: string): number {
  let h = 2166136261;
  for (const character of text) h = Math.imul(h ^ (character.codePointAt(0) ?? 0), 16777619);
  return h >>> 0;
}

/** The random generator mulberry32. The same seed gives the same numbers, so that a drawing is the same in each render. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Line commands that make some knots slightly longer: sideways or downwards. */
const PULLS = ["h0", "h1", "v1", "h0", "h1", "h0"] as const;

/** Path data for ties at `points`, in whole numbers and relative moves, which compress well. `random` selects the pull of each. */
export function ties(points: readonly Point[], random: Random = () => 0): string {
  let path = "";
  let penX = 0;
  let penY = 0;
  for (const [x, y] of points) {
    const dx = Math.round(x) - penX;
    const dy = Math.round(y) - penY;
    const pull = PULLS[Math.floor(random() * PULLS.length)] ?? "h0";
    path += `${path ? "m" : "M"}${dx}${dy < 0 ? "" : " "}${dy}${pull}`;
    penX += dx + (pull === "h1" ? 1 : 0);
    penY += dy + (pull === "v1" ? 1 : 0);
  }
  return path;
}

interface Arc {
  center: Point;
  radius: number;
  /** In degrees, counter-clockwise from east. */
  from: number;
  to: number;
  count: number;
  /** The largest deviation of the radius, in user units. */
  slack?: number;
}

/** Points along an arc with the irregularity of handwork: the step varies by a tenth, the radius by `slack`. */
export function arc({ center: [cx, cy], radius, from, to, count, slack = 1.2 }: Arc, random: Random): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const share = count === 1 ? 0.5 : (i + (random() - 0.5) * 0.2) / (count - 1);
    const angle = ((from + (to - from) * share) * Math.PI) / 180;
    const r = radius + (random() - 0.5) * 2 * slack;
    return [cx + r * Math.cos(angle), cy - r * Math.sin(angle)];
  });
}
