// Makes a member's profile.
import type { ProfileData, ProfileDocument } from "../../appwrite/profiles";
import { type RequestContext, requireMemberBackend } from "../../context";
import { ServiceError } from "../../errors";
import { tryThenRetryInBackground } from "../retry-in-background";

/**
 * Makes a member's profile with their own session. When their account is being deleted at this moment, in another tab, its profiles may have
 * been looked for already, and nobody would ever delete this one: so it is deleted here.
 * @returns the profile; the existing one if there is one.
 * @throws {ServiceError} `session_missing` when the account is deleted.
 */
export async function insertProfile(
  context: RequestContext,
  userId: string,
  data: ProfileData,
): Promise<ProfileDocument> {
  const document = await requireMemberBackend(context).profiles.create(userId, data);
  if (!(await context.revocations.isUserDeleted(userId))) return document;
  // With the API key: the session may have ended.
  const { profiles } = context.appwrite.admin;
  await tryThenRetryInBackground(context, "profile of a deleted account", () => profiles.delete(document.$id));
  throw new ServiceError("session_missing", "This account was deleted meanwhile");
}
