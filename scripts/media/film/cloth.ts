// The cloth of the launchpad film: where its knots are, and when each is tied and opened.
import { arc, createRandom, hash, type Point } from "../../../app/components/motif/ties";
import { FRAME_HEIGHT, FRAME_WIDTH, mix, progress, type Span, TIMELINE } from "./timeline";

export const SUN: Point = [FRAME_WIDTH / 2, FRAME_HEIGHT];
export const SUN_RADIUS = 116;

const ROWS = 11;
const FIRST_ROW_RADIUS = SUN_RADIUS + 48;
const ROW_GAP = 68;
/** The row that is tied on the yellow cloth and so stays yellow. */
const SUN_ROW = 2;
const CUT_AT = 30;
const TYING_SECONDS = 0.45;

/** What a knot is when it is opened: undyed, yellow, or cotton into which some indigo crept. */
export type Tone = "cotton" | "turmeric" | "pale" | "faint";

export interface Knot {
  at: Point;
  tone: Tone;
  /** Diameter of the ring. */
  size: number;
  /** How far the thread pulled it out of round, to the right. */
  pull: number;
  /** Distance from the sun, in rows. */
  row: number;
  /** When the thread is wound round it. */
  tied: Span;
  /** When the thread comes off. */
  openedAt: number;
  /** The knot that the thread comes from: its neighbour towards the top of the arc. */
  threadFrom?: Point;
}

function toneOf(row: number): Tone {
  if (row === SUN_ROW) return "turmeric";
  if (row < 4) return "cotton";
  return row < 7 ? "pale" : "faint";
}

const SIZES: Record<Tone, number> = { cotton: 24, turmeric: 28, pale: 21, faint: 17 };

/** When the thread is wound round the knot `index` of `count` in a row: from the top of the arc to both its ends. */
function tyingSpan(row: number, index: number, count: number, slack: number): Span {
  const middle = (count - 1) / 2;
  const fromTop = Math.abs(index - middle) / middle;
  if (row === 0 && index === middle) return TIMELINE.firstKnot;
  if (row === 0 && index === middle - 1) return TIMELINE.secondKnot;
  let from: number;
  if (row === SUN_ROW) {
    // Like the sun's own way: from one end of the arc to the other.
    from = mix(TIMELINE.tyingSun.from, TIMELINE.tyingSun.to - TYING_SECONDS, 1 - index / (count - 1));
  } else {
    const { from: first, to: last } = TIMELINE.tying;
    const rowStart = mix(first, last - 1.3, row / (ROWS - 1));
    from = rowStart + fromTop ** 0.8 * (row === 0 ? 1.2 : 0.8) + slack * 0.12;
  }
  return { from, to: from + TYING_SECONDS };
}

function layOut(): Knot[] {
  const random = createRandom(hash("launchpad film"));
  const knots: Knot[] = [];
  for (let row = 0; row < ROWS; row++) {
    const radius = FIRST_ROW_RADIUS + row * ROW_GAP;
    // Odd, so that one knot is the top of its arc.
    const count = Math.round((Math.PI * radius) / (34 + row * 3.4) / 2) * 2 + 1;
    const points = arc({ center: SUN, radius, from: 1, to: 179, count, slack: 1.6 }, random);
    const openedAt = mix(TIMELINE.opening.from, TIMELINE.opening.to - 0.8, row / (ROWS - 1));
    for (const [index, at] of points.entries()) {
      const slack = random();
      const pull = random() < 0.4 ? 1.2 : 0;
      const tone = toneOf(row);
      const tied = tyingSpan(row, index, count, slack);
      const isSeen = at[0] > -CUT_AT && at[0] < FRAME_WIDTH + CUT_AT && at[1] > -CUT_AT;
      if (!isSeen) continue;
      const threadFrom = points[index + Math.sign((count - 1) / 2 - index)];
      knots.push({
        at,
        tone,
        size: SIZES[tone],
        pull,
        row,
        tied,
        openedAt: openedAt + slack * 0.16,
        ...(threadFrom !== at && { threadFrom }),
      });
    }
  }
  return knots;
}

/** All knots that the frame shows, from the sun outwards. */
export const KNOTS: readonly Knot[] = layOut();

function findFirst(): Knot {
  const first = KNOTS.find(({ tied }) => tied === TIMELINE.firstKnot);
  if (!first) throw new Error("The film's cloth has no first knot");
  return { ...first, pull: 0 };
}

/** The first knot to be tied, and the one that the camera enters. */
export const FIRST_KNOT = findFirst();

/** How far the ripple of the resting cloth lifts a row: 0 to 1. */
export function rippleAt(time: number, row: number): number {
  const distance = progress(time, TIMELINE.ripple) * (ROWS + 4) - 2 - row;
  return Math.abs(distance) < 2 ? Math.cos((distance * Math.PI) / 4) ** 2 : 0;
}
