// Changes of the file that a profile names, one at a time for each member.
import { mayBeGoingOn } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { namedFiles } from "./named-files";

/** How long other changes wait for one that is under way, and from its end for one whose answer was lost, in milliseconds. */
const CHANGE_LEASE_MS = 60_000;

/** Makes the call that writes the profile. `withFileChange` notices there when its answer is lost. */
export type WriteProfile = <T>(call: () => Promise<T>) => Promise<T>;

/** For a change that leaves the file alone. */
export const writeUnlocked: WriteProfile = (call) => call();

/**
 * Runs a change of the file that a profile names, unless another one is under way. When the answer to the call that writes the profile is lost,
 * Appwrite may make it after a later change, whose file nobody would name then, and the sweep would delete it. So another change waits until
 * the profile shows this one, for a minute at most. The same change can be sent again: then others wait until the minute is over, since the
 * profile does not show which of the calls was made.
 * @param fileId the file that the profile names afterwards; null for none.
 * @param run reads what it needs, and makes the call with `write`.
 * @throws {ServiceError} `file_change_pending`; and what `run` throws.
 */
export async function withFileChange<T>(
  context: RequestContext,
  userId: string,
  fileId: string | null,
  run: (write: WriteProfile) => Promise<T>,
): Promise<T> {
  const { revocations } = context;
  const holder = await beginFileChange(context, userId, fileId);
  let mayStillBeWritten = false;
  const write: WriteProfile = async (call) => {
    try {
      return await call();
    } catch (error) {
      if (mayBeGoingOn(error)) mayStillBeWritten = true;
      throw error;
    }
  };
  try {
    return await run(write);
  } finally {
    // When this fails, others wait until the minute is over.
    const end = mayStillBeWritten
      ? revocations.loseFileChange(userId, holder, Date.now() + CHANGE_LEASE_MS)
      : revocations.endFileChange(userId, holder);
    await end.catch((error: unknown) => context.warn({ event: "file change not ended", ...errorEntry(error) }));
  }
}

/** @returns the id of the request's change. @throws {ServiceError} `file_change_pending`. */
async function beginFileChange(
  { appwrite, revocations }: RequestContext,
  userId: string,
  fileId: string | null,
): Promise<string> {
  const holder = crypto.randomUUID();
  const begin = (mayJoin: boolean) =>
    revocations.beginFileChange(userId, { fileId, holder, until: Date.now() + CHANGE_LEASE_MS }, { mayJoin });
  let pending = await begin(false);
  if (!pending) return holder;
  if (pending.lostHolder) {
    const named = namedFiles(await appwrite.admin.profiles.find(userId)).map(({ id }) => id);
    const isMade = pending.fileId === null ? named.length === 0 : named.includes(pending.fileId);
    if (isMade) await revocations.endFileChange(userId, pending.lostHolder);
  }
  pending = await begin(true);
  if (!pending) return holder;
  throw new ServiceError("file_change_pending", "Another change of your file may still be under way", {
    retryAfterSeconds: Math.ceil((pending.until - Date.now()) / 1000),
  });
}
