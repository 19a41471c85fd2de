// The cloth of the launchpad video: its knots, and when each is tied and opened.
import {
  clothRows,
  isOnCloth,
  type RestingKnot,
  ROWS,
  SIZES,
  SUN_ROW,
  type Tone,
  toneOf,
} from "../../../app/components/motif/launchpad-cloth";
import type { Point } from "../../../app/components/motif/ties";
import { mix, progress, type Span, TIMELINE } from "./timeline";

const TYING_SECONDS = 0.45;

export interface Knot extends Omit<RestingKnot, "slack"> {
  tone: Tone;
  /** Diameter of the ring. */
  size: number;
  /** Distance from the sun, in rows. */
  row: number;
  /** When the thread is wound round it. */
  tied: Span;
  /** When the thread comes off. */
  openedAt: number;
  /** The knot that the thread comes from: its neighbour towards the top of the arc. */
  threadFrom?: Point;
}

/** When the thread is wound round the knot `index` of `count` in a row: from the top of the arc to both its ends. */
function tyingSpan(row: number, index: number, count: number, slack: number): Span {
  const middle = (count - 1) / 2;
  const fromTop = Math.abs(index - middle) / middle;
  if (row === 0 && index === middle) return TIMELINE.firstKnot;
  if (row === 0 && index === middle - 1) return TIMELINE.secondKnot;
  let from: number;
  if (row === SUN_ROW) {
    // Like the sun's path: from one end of the arc to the other.
    from = mix(TIMELINE.tyingSun.from, TIMELINE.tyingSun.to - TYING_SECONDS, 1 - index / (count - 1));
  } else {
    const { from: first, to: last } = TIMELINE.tying;
    const rowStart = mix(first, last - 1.3, row / (ROWS - 1));
    from = rowStart + fromTop ** 0.8 * (row === 0 ? 1.2 : 0.8) + slack * 0.12;
  }
  return { from, to: from + TYING_SECONDS };
}

function layOut(): Knot[] {
  const knots: Knot[] = [];
  for (const [row, resting] of clothRows().entries()) {
    const tone = toneOf(row);
    const openedAt = mix(TIMELINE.opening.from, TIMELINE.opening.to - 0.8, row / (ROWS - 1));
    for (const [index, { at, slack, pull }] of resting.entries()) {
      if (!isOnCloth(at)) continue;
      const threadFrom = resting[index + Math.sign((resting.length - 1) / 2 - index)]?.at;
      knots.push({
        at,
        tone,
        size: SIZES[tone],
        pull,
        row,
        tied: tyingSpan(row, index, resting.length, slack),
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
  if (!first) throw new Error("The video's cloth has no first knot");
  return { ...first, pull: 0 };
}

/** The first knot to be tied, and the one that the camera enters. */
export const FIRST_KNOT = findFirst();

/** How far the ripple of the resting cloth lifts a row: 0 to 1. */
export function rippleAt(time: number, row: number): number {
  const distance = progress(time, TIMELINE.ripple) * (ROWS + 4) - 2 - row;
  return Math.abs(distance) < 2 ? Math.cos((distance * Math.PI) / 4) ** 2 : 0;
}
