// A change of the file that a profile names, which Appwrite may still make although its answer was lost.
import { mayBeGoingOn } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { namedFiles } from "./named-files";

/** How long another change waits for it, in milliseconds. */
const LATE_CHANGE_MS = 60_000;

/**
 * Refuses a change of the file that a profile names, while Appwrite may still make another one. The same change may be sent again: then others
 * wait until the minute is over, since the profile does not show which try was made.
 * @param fileId the file that the profile names afterwards; null for none.
 * @returns whether it was sent before, and may still be made.
 * @throws {ServiceError} `file_change_pending`, for a minute at most.
 */
export async function requireNoLateChange(
  { appwrite, revocations }: RequestContext,
  userId: string,
  fileId: string | null,
): Promise<boolean> {
  const late = await revocations.lateFileChange(userId);
  if (!late) return false;
  if (!late.isRepeated) {
    const [named] = namedFiles(await appwrite.admin.profiles.find(userId));
    if ((named?.id ?? null) === late.fileId) return false;
  }
  if (late.fileId === fileId) {
    if (!late.isRepeated) await revocations.noteLateFileChange(userId, { ...late, isRepeated: true });
    return true;
  }
  const retryAfterSeconds = Math.ceil((late.until - Date.now()) / 1000);
  throw new ServiceError("file_change_pending", "Another change of your file may still be under way", {
    retryAfterSeconds,
  });
}

/**
 * Runs a change of the file that a profile names. When its answer is lost, Appwrite may make it after a later change, whose file nobody would
 * name then, and the sweep would delete it. So another change waits until the profile shows this one, for a minute at most.
 * @param fileId as above. @throws {ServiceError} `file_change_pending`; and what `change` throws.
 */
export async function withFileChange<T>(
  context: RequestContext,
  userId: string,
  fileId: string | null,
  change: () => Promise<T>,
): Promise<T> {
  const isRepeated = await requireNoLateChange(context, userId, fileId);
  try {
    return await change();
  } catch (error) {
    if (mayBeGoingOn(error)) await noteLateChange(context, userId, { fileId, isRepeated });
    throw error;
  }
}

/** Never throws, so that the original error is reported. */
async function noteLateChange(
  { revocations, warn }: RequestContext,
  userId: string,
  change: { fileId: string | null; isRepeated: boolean },
): Promise<void> {
  try {
    await revocations.noteLateFileChange(userId, { ...change, until: Date.now() + LATE_CHANGE_MS });
  } catch (error) {
    warn({ event: "late file change not noted", ...errorEntry(error) });
  }
}
