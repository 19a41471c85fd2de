// What a user without a finished sign-up is: codes make users, and not each of them becomes a member.
//
// From the least to the most: nobody has become an abandoned user; one without password and profile is free, though a sign-up
// that failed half way may have named him; one with a password is a member, whose address may be unproven.
import type { AdminBackend } from "../../appwrite/appwrite";
import type { UserSummary } from "../../appwrite/users";

type Profiles = Pick<AdminBackend, "profiles">;

/** True for a user whom a code made and nobody has become: the address is free for everybody. One with a name may sign in by code. */
export async function isUnclaimedAndUnnamed(admin: Profiles, user: UserSummary): Promise<boolean> {
  return user.name === "" && (await isUnclaimed(admin, user));
}

/**
 * True for a user who has neither password nor profile, named or not: free for whoever has the proof of the address, and for
 * the sweep once a day has passed. Somebody with a profile is a member without a password.
 */
export async function isUnclaimed({ profiles }: Profiles, user: UserSummary): Promise<boolean> {
  return !user.hasPassword && (await profiles.find(user.$id)) === null;
}

/** True for an account whose address nobody has proven. One that a code made has no password, and nobody before its code. */
export function isUnverified({ emailVerification, hasPassword }: UserSummary): boolean {
  return !emailVerification && hasPassword;
}
