// Work whose answer nobody waits for, and which the backend must not miss all the same.
import { AppwriteError } from "../appwrite/errors";
import type { Scope } from "../scope";

/** How long work that the backend did not confirm waits before it is tried again, in milliseconds. */
const RETRY_WAITS_MS = [1_000, 3_000, 8_000];
/** What one try may take: with the waits, all of them fit into the 30 s that the runtime gives late work. */
export const LATE_DEADLINE_MS = 4_000;

/**
 * Does something after the answer is out, and again while the backend does not confirm it.
 * @param work may be done twice; throws an AppwriteError when the backend failed or refused.
 */
export function finishSurely(scope: Scope, what: string, work: () => Promise<unknown>): void {
  scope.later(what, async () => {
    try {
      await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await retry(work);
    }
  });
}

/**
 * Tries again what has just failed, after waits that grow.
 * @throws {AppwriteError} `unreachable` when it never succeeded; at once what is no failure of the backend.
 */
export async function retry(work: () => Promise<unknown>): Promise<void> {
  for (const wait of RETRY_WAITS_MS) {
    await scheduler.wait(wait);
    try {
      await work();
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
  throw new AppwriteError("unreachable", "The backend never confirmed it");
}

/** What a refusal says will be said again. */
function isPassing(error: unknown): boolean {
  return error instanceof AppwriteError && (error.failure !== "refused" || error.status === 429);
}
