// The clock of a file's tests stands still, so that neither a code of an authenticator nor a message about a wait depends on how fast the
// machine is.
import { afterAll, beforeAll, vi } from "vitest";

/** For how long an authenticator shows a code, in milliseconds. */
const CODE_MS = 30_000;

/**
 * How far the clock is ahead of the machine's. The alarm of a Durable Object goes off by the machine's clock. Were the tests' clock behind,
 * the object would find that nothing has lapsed and set the same alarm again, without end.
 */
const AHEAD_MS = 3600 * 1000;

/** Stops the clock for the tests of a file, in the middle of the time of a code. */
export function stopClock(): void {
  beforeAll(() => {
    const codes = Math.floor((Date.now() + AHEAD_MS) / CODE_MS);
    vi.useFakeTimers({ toFake: ["Date"], now: (codes + 0.5) * CODE_MS });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}

/** Moves the clock by a millisecond: sessions that a request ends began before it. */
export function tick(): void {
  vi.setSystemTime(Date.now() + 1);
}

/** Moves the clock on by a minute. The authenticator then shows another code, and a change whose answer was lost no longer blocks others. */
export function goToNextCode(): void {
  vi.setSystemTime(Date.now() + 2 * CODE_MS);
}
