// Changes of the file that a profile names, one at a time for each member.
import { mayBeGoingOn } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { namedFiles } from "./named-files";

/** How long other changes wait for one that was given no answer, in milliseconds. */
const CHANGE_LEASE_MS = 60_000;

/** Makes the call that writes the profile. */
export type WriteProfile = <T>(call: () => Promise<T>) => Promise<T>;

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
  const holder = await beginFileChange(context, userId, fileId);
  let isOpen = false;
  const write: WriteProfile = async (call) => {
    try {
      return await call();
    } catch (error) {
      if (mayBeGoingOn(error)) isOpen = true;
      throw error;
    }
  };
  try {
    return await run(write);
  } finally {
    if (!isOpen) await endFileChange(context, userId, holder);
  }
}

/** @returns the id of the request's change. @throws {ServiceError} `file_change_pending`. */
async function beginFileChange(
  { appwrite, revocations }: RequestContext,
  userId: string,
  fileId: string | null,
): Promise<string> {
  const holder = crypto.randomUUID();
  const begin = (isRepeat: boolean) =>
    revocations.beginFileChange(userId, { fileId, holder, until: Date.now() + CHANGE_LEASE_MS, isRepeat });
  let pending = await begin(false);
  if (pending?.holder) {
    const [named] = namedFiles(await appwrite.admin.profiles.find(userId));
    // It is made.
    if ((named?.id ?? null) === pending.fileId) await revocations.endFileChange(userId, pending.holder);
  }
  if (pending) pending = await begin(true);
  if (!pending) return holder;
  throw new ServiceError("file_change_pending", "Another change of your file may still be under way", {
    retryAfterSeconds: Math.ceil((pending.until - Date.now()) / 1000),
  });
}

/** Never throws: then others wait until the minute is over. */
async function endFileChange({ revocations, warn }: RequestContext, userId: string, holder: string): Promise<void> {
  try {
    await revocations.endFileChange(userId, holder);
  } catch (error) {
    warn({ event: "file change not ended", ...errorEntry(error) });
  }
}
