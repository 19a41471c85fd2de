// Runs backend calls that must succeed eventually, without making the response wait for them.
import { AppwriteError } from "../appwrite/errors";
import type { RequestContext } from "../context";
import { withDeadline } from "../http/with-deadline";
import { errorEntry } from "../log";

/** The waits before retries, in milliseconds. */
const RETRY_DELAYS_MS = [1_000, 3_000, 8_000];
/** The deadline of one attempt. All attempts with their waits fit into the 30 s that `waitUntil` allows. */
export const ATTEMPT_DEADLINE_MS = 4_000;
/** For how long Appwrite may go on with a call whose answer was lost, in milliseconds. */
export const LATE_OUTCOME_MS = 5 * 60_000;

type Work = () => Promise<unknown>;

/**
 * Runs `work` after the response was sent, and retries it when the backend fails.
 * @param work must be idempotent, since attempts may overlap. Throws an `AppwriteError` when the backend fails or rejects it.
 */
export function retryInBackground(context: RequestContext, task: string, work: Work): void {
  context.waitUntil(task, async () => {
    try {
      await attempt(work);
    } catch (error) {
      if (!isTransient(error)) throw error;
      await retry(work);
    }
  });
}

/**
 * Runs `work` once while the response waits, at most `ATTEMPT_DEADLINE_MS`. Retries it after the response when the backend fails.
 * Never throws.
 * @param work as for `retryInBackground`. @param retryWork what a retry runs, when something has to be left alone that has begun since.
 */
export async function tryThenRetryInBackground(
  context: RequestContext,
  task: string,
  work: Work,
  retryWork: Work = work,
): Promise<void> {
  try {
    await attempt(work);
  } catch (error) {
    context.warn({ event: `${task} not confirmed`, ...errorEntry(error) });
    if (isTransient(error)) context.waitUntil(task, () => retry(retryWork));
  }
}

/**
 * Retries work that has just failed, after the response.
 * @param work as for `retryInBackground`.
 * @throws `error` when a retry would not help.
 */
export function retryAfterFailure(context: RequestContext, task: string, error: unknown, work: Work): void {
  if (!isTransient(error)) throw error;
  context.warn({ event: `${task} not confirmed`, ...errorEntry(error) });
  context.waitUntil(task, () => retry(work));
}

/**
 * Retries work that has just failed, with increasing waits.
 * @throws {AppwriteError} `unreachable` when every attempt failed. Other errors are thrown at once.
 */
export async function retry(work: Work): Promise<void> {
  for (const wait of RETRY_DELAYS_MS) {
    await scheduler.wait(wait);
    try {
      await attempt(work);
      return;
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }
  throw new AppwriteError("unreachable", "The backend never confirmed it");
}

/**
 * Looks after the response, now and with the waits of retries, what became of a call whose answer was lost.
 * @param finish does what has to follow when the call has succeeded. @returns false when it has not so far. May run again after an error.
 */
export function finishWhenDone(context: RequestContext, task: string, finish: () => Promise<boolean>): void {
  context.waitUntil(task, async () => {
    for (const wait of [0, ...RETRY_DELAYS_MS]) {
      await scheduler.wait(wait);
      try {
        if (await attempt(finish)) return;
      } catch (error) {
        if (!isTransient(error)) throw error;
      }
    }
    context.warn({ event: `${task}: nothing has changed` });
  });
}

/** Runs one attempt, which may make several calls. */
function attempt<T>(work: () => Promise<T>): Promise<T> {
  const stalled = () => new AppwriteError("stalled", "The backend did not confirm it in time");
  return withDeadline(work(), ATTEMPT_DEADLINE_MS, stalled);
}

/** True when a retry may succeed. A call that the backend rejects would be rejected again. */
function isTransient(error: unknown): boolean {
  return error instanceof AppwriteError && (error.failure !== "rejected" || error.status === 429);
}
