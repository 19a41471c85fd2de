// Work that the backend must not miss, and whose answer nobody waits for, or not for long.
import { AppwriteError } from "../appwrite/errors";
import type { RequestContext } from "../context";
import { errorEntry } from "../log";

/** How long work that the backend did not confirm waits before it is tried again, in milliseconds. */
const RETRY_DELAYS_MS = [1_000, 3_000, 8_000];
/** What one try may take: with the waits, all of them fit into the 30 s that the runtime gives late work. */
export const ATTEMPT_DEADLINE_MS = 4_000;

type Work = () => Promise<unknown>;

/**
 * Does something after the answer is out, and again while the backend does not confirm it.
 * @param work may be done twice, one beside the other; throws an AppwriteError when the backend failed or refused.
 */
export function retryInBackground(context: RequestContext, what: string, work: Work): void {
  context.waitUntil(what, async () => {
    try {
      await withDeadline(work);
    } catch (error) {
      if (!isTransient(error)) throw error;
      await retry(work);
    }
  });
}

/**
 * Does something at once, for which the answer waits as long as one try may take; what the backend did not confirm by then is
 * tried again after the answer. Never fails.
 * @param work as for `finishSurely`.
 */
export async function tryThenRetryInBackground(context: RequestContext, what: string, work: Work): Promise<void> {
  try {
    await withDeadline(work);
  } catch (error) {
    context.warn({ event: `${what} not confirmed`, ...errorEntry(error) });
    if (isTransient(error)) context.waitUntil(what, () => retry(work));
  }
}

/**
 * Tries again what has just failed, after waits that grow.
 * @throws {AppwriteError} `unreachable` when it never succeeded; at once what is no failure of the backend.
 */
export async function retry(work: Work): Promise<void> {
  for (const wait of RETRY_DELAYS_MS) {
    await scheduler.wait(wait);
    try {
      await withDeadline(work);
      return;
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }
  throw new AppwriteError("unreachable", "The backend never confirmed it");
}

/** One try, which may consist of several calls. */
async function withDeadline(work: Work): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new AppwriteError("stalled", "The backend did not confirm it in time"));
    timer = setTimeout(giveUp, ATTEMPT_DEADLINE_MS);
  });
  try {
    await Promise.race([work(), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a refusal says will be said again. */
function isTransient(error: unknown): boolean {
  return error instanceof AppwriteError && (error.failure !== "rejected" || error.status === 429);
}
