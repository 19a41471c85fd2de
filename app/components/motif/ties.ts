// The tied dot, the one motif of everything drawn here: where the thread was tied, dye could not reach.
// A tie is a subpath of no or almost no length ("m7 2h0") with a round cap. One path is stroked several times: halo (dye that
// crept under the thread), ring (cloth that stayed undyed), eye (the tip that stood out of the thread).

/** A place on the drawing, in its user units: x to the right, y down. */
export type Point = readonly [x: number, y: number];
/** Gives the next number in [0, 1). */
export type Random = () => number;

/** FNV-1a of a text: a 32-bit seed, unsigned. */
export function hash(text: string): number {
  let h = 2166136261;
  for (const character of text) h = Math.imul(h ^ (character.codePointAt(0) ?? 0), 16777619);
  return h >>> 0;
}

/** mulberry32: numbers in [0, 1), the same ones for the same seed, so that a drawing never changes between two renders. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** How the thread pulled a knot out of round: not at all, sideways, downwards. */
const PULLS = ["h0", "h1", "v1", "h0", "h1", "h0"] as const;

/** Path data for ties at `points`: whole numbers, relative moves (they compress well), each pulled a little as `random` says. */
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
  /** Degrees: 0 is east, counter-clockwise. */
  from: number;
  to: number;
  count: number;
  /** How far the radius may stray, in user units. */
  slack?: number;
}

/** Points along an arc as a hand sets them: the step varies by a tenth, the radius by `slack`. */
export function arc({ center: [cx, cy], radius, from, to, count, slack = 1.2 }: Arc, random: Random): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const share = count === 1 ? 0.5 : (i + (random() - 0.5) * 0.2) / (count - 1);
    const angle = ((from + (to - from) * share) * Math.PI) / 180;
    const r = radius + (random() - 0.5) * 2 * slack;
    return [cx + r * Math.cos(angle), cy - r * Math.sin(angle)];
  });
}
