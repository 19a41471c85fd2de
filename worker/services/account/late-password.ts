// Finds out whether a new password was set after all, when the answer to it was lost.
import type { RequestContext } from "../../context";

/**
 * When a new password was set, in milliseconds since 1970; null while the password is the one before, and when the user is gone.
 * @param before the user's id, and when the password was set that the user had before, as Appwrite writes it
 */
export async function findLatePassword(
  { appwrite }: RequestContext,
  before: { id: string; passwordUpdate: string },
): Promise<number | null> {
  const user = await appwrite.admin.users.find(before.id);
  if (!user || user.passwordUpdate === before.passwordUpdate) return null;
  // Appwrite's clock may be ahead.
  return Math.min(Date.parse(user.passwordUpdate), Date.now());
}
