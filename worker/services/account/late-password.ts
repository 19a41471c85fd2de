// Finds out whether a new password was set after all, when the answer to it was lost.
import { AppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";

/**
 * When the new password was set, in milliseconds since 1970; null when there is no such user any more.
 * @param before the user's id, and when the password was set that the user had before, as Appwrite writes it
 * @throws {AppwriteError} `stalled` while the password is the one before, since Appwrite may still be working on the new one
 */
export async function findLatePassword(
  { appwrite }: RequestContext,
  before: { id: string; passwordUpdate: string },
): Promise<number | null> {
  const user = await appwrite.admin.users.find(before.id);
  if (!user) return null;
  if (user.passwordUpdate === before.passwordUpdate)
    throw new AppwriteError("stalled", "The password is the one before");
  return Date.parse(user.passwordUpdate);
}
