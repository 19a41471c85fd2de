// The timeline of the launchpad video, in seconds from the first frame. The video loops.
import { CLOTH_HEIGHT, CLOTH_WIDTH } from "../../../app/components/motif/launchpad-cloth";

export const FRAME_WIDTH = CLOTH_WIDTH;
export const FRAME_HEIGHT = CLOTH_HEIGHT;
export const FRAMES_PER_SECOND = 30;
export const VIDEO_SECONDS = 17;
export const FRAME_COUNT = VIDEO_SECONDS * FRAMES_PER_SECOND;

/** A stretch of the video, in seconds. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The video in order: the opened cloth rests; the camera enters one undyed knot until its cotton is the whole cloth; there a
 * first knot is tied, a second, then all; turmeric spreads like a dawn; a row and the sun are tied on the yellow; indigo
 * closes in; the threads come off, arc by arc, and the cloth is as it was.
 */
export const TIMELINE = {
  ripple: { from: 0.1, to: 1.5 },
  enter: { from: 1.2, to: 3.9 },
  firstKnot: { from: 4.1, to: 4.9 },
  secondKnot: { from: 5.3, to: 5.9 },
  leave: { from: 5.6, to: 8.7 },
  tying: { from: 6.1, to: 8.9 },
  turmeric: { from: 8.8, to: 10.9 },
  tyingSun: { from: 10.2, to: 11.6 },
  indigo: { from: 11.5, to: 13.5 },
  opening: { from: 13.6, to: 16.4 },
} satisfies Record<string, Span>;

/** How far `time` is through `span`: 0 before it, 1 after it. */
export function progress(time: number, { from, to }: Span): number {
  return Math.min(1, Math.max(0, (time - from) / (to - from)));
}

export function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/** Slow, fast, slow. */
export function easeInOut(share: number): number {
  return share * share * share * (share * (share * 6 - 15) + 10);
}

/** Fast, slow. */
export function easeOut(share: number): number {
  return 1 - (1 - share) ** 3;
}

/** Fast, a little too far, back. */
export function spring(share: number): number {
  const overshoot = 1.9;
  const rest = share - 1;
  return 1 + (overshoot + 1) * rest ** 3 + overshoot * rest ** 2;
}
