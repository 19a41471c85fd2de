// The states of a user before sign-up is complete. Appwrite creates a user when it sends a one-time code, and some never finish sign-up.
//
// - Unclaimed: no password and no profile. Anybody who proves the e-mail address may sign up as this user.
// - Unclaimed and unnamed: sign-up never started. With a name, a sign-up failed half way.
// - With a password: a member, whose e-mail address may be unverified.
import type { AdminBackend } from "../../appwrite/appwrite";
import type { UserSummary } from "../../appwrite/users";

type ProfilesBackend = Pick<AdminBackend, "profiles">;

/** True for a user whose sign-up never started: another account may take the e-mail address. With a name the user may sign in by code. */
export async function isUnclaimedAndUnnamed(admin: ProfilesBackend, user: UserSummary): Promise<boolean> {
  return user.name === "" && (await isUnclaimed(admin, user));
}

/**
 * True for a user with neither password nor profile. Whoever proves the e-mail address may claim the user, and the sweep deletes it after
 * a day. A user with a profile but no password is a member.
 */
export async function isUnclaimed({ profiles }: ProfilesBackend, user: UserSummary): Promise<boolean> {
  return !user.hasPassword && (await profiles.find(user.$id)) === null;
}

/** True for an account with a password and an unverified e-mail address: somebody else may have created it. */
export function isUnverified({ emailVerification, hasPassword }: UserSummary): boolean {
  return !emailVerification && hasPassword;
}
