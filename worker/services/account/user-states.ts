// The states of a user before sign-up is complete. Appwrite creates a user when it sends a one-time code, and some never finish sign-up.
//
// - Unfinished: no password and no profile. Anybody who proves the e-mail address may sign up as this user.
// - Unfinished and unnamed: sign-up never started. With a name, a sign-up failed half way.
// - With a password: a member, whose e-mail address may be unverified. Then the password is unproven: nobody knows who chose it.
import type { AdminBackend } from "../../appwrite/appwrite";
import type { UserSummary } from "../../appwrite/users";

type ProfilesBackend = Pick<AdminBackend, "profiles">;

/** True for a user whose sign-up never started: another account may take the e-mail address. With a name the user may sign in by code. */
export async function isUnfinishedAndUnnamed(admin: ProfilesBackend, user: UserSummary): Promise<boolean> {
  return user.name === "" && (await isUnfinished(admin, user));
}

/**
 * True for a user with neither password nor profile. Whoever proves the e-mail address may sign up as the user, and the sweep deletes it after
 * a day. A user with a profile but no password is a member.
 */
export async function isUnfinished({ profiles }: ProfilesBackend, user: UserSummary): Promise<boolean> {
  return !user.hasPassword && (await profiles.find(user.$id)) === null;
}

/** True for a password that was set before anybody proved the e-mail address: somebody else may have created the account. */
export function isPasswordUnproven({ emailVerification, hasPassword }: UserSummary): boolean {
  return !emailVerification && hasPassword;
}
