// Name, phone and password, which live in the account; name and phone in the profile too.
import type { User } from "../../../app/contract/account";
import { ownerOf } from "../../appwrite/permissions";
import type { ProfileData, ProfileDocument } from "../../appwrite/profiles";
import type { RequestContext } from "../../context";
import { revokeEmailTokens } from "../email/email-token";
import { tryThenRetryInBackground } from "../retry-in-background";
import { type AttemptSubject, withAttemptLimit } from "../sign-in/password-attempts";
import { endOpenedSession, openSession } from "../sign-in/sign-in";
import { endOtherSessions } from "../sign-in/sign-out";
import { type MemberSession, withSession } from "./account";
import { toUser } from "./models";

/** Changes the name in account, profile and greeting. Half done, asking again does the rest. */
export async function changeName(context: RequestContext, name: string): Promise<User> {
  return withSession(context, async (call) => {
    const [account, profile] = await Promise.all([call.backend.account.updateName({ name }), findProfile(call)]);
    context.session.rename(account.name);
    await writeToProfile(call, profile, { name: account.name });
    return toUser(account);
  });
}

/**
 * Changes the phone number in account and profile.
 * @param phone in E.164.
 * @throws {ServiceError} `rate_limited`. @throws {AppwriteError} `user_invalid_credentials`, `user_phone_already_exists`.
 */
export async function changePhone(context: RequestContext, phone: string, password: string): Promise<User> {
  return withSession(context, async (call) => {
    const change = () => call.backend.account.updatePhone({ phone, password });
    const [account, profile] = await Promise.all([
      withAttemptLimit(context, ownPassword(call), change),
      findProfile(call),
    ]);
    await writeToProfile(call, profile, { phone: account.phone });
    return toUser(account);
  });
}

/**
 * Changes the password; the member's other sessions end, and the links and codes that were mailed before; this session stays.
 * @throws {ServiceError} `rate_limited`. @throws {AppwriteError} `user_invalid_credentials`, and what the backend has against a password.
 */
export async function changePassword(context: RequestContext, password: string, oldPassword: string): Promise<User> {
  return withSession(context, async (call) => {
    const change = () => call.backend.account.updatePassword({ password, oldPassword });
    const account = await withAttemptLimit(context, ownPassword(call), change);
    // A project can be set up to let them live.
    await Promise.all([
      tryThenRetryInBackground(context, "other sessions", () => endOtherSessions(call)),
      revokeEmailTokens(context, call.userId),
    ]);
    return toUser(account);
  });
}

/**
 * Deletes everything that is held about the member: the files, the profile, the account with its sessions.
 * The account goes last, so that a deletion that failed half-way can be asked for again.
 * @throws {ServiceError} `rate_limited`; `user_invalid_credentials`.
 */
export async function deleteAccount(context: RequestContext, password: string): Promise<void> {
  await withSession(context, async (call) => {
    const { email } = await call.backend.account.get();
    const test = await openSession(context, email, password, ownPassword(call));
    try {
      await deleteAll(context, call);
    } catch (error) {
      // The account that would have taken it along is still there.
      endOpenedSession(context, test);
      throw error;
    }
    context.session.clear();
  });
}

async function deleteAll(context: RequestContext, call: MemberSession): Promise<void> {
  const { backend, userId } = call;
  // With the member's own rights: a profile may name a file that is not his. Uploads that no profile names are his too.
  const files = await backend.files.listAll();
  const own = files.filter((file) => ownerOf(file.$permissions) === userId);
  await Promise.all(own.map((file) => backend.files.delete(file.$id)));
  // An older client's document may stand beside our own.
  for (let profile = await findProfile(call); profile; profile = await findProfile(call)) {
    await backend.profiles.delete(profile.$id);
  }
  await context.appwrite.admin.users.delete(userId);
}

/** Counted apart from what guests try at the same address, who must not keep a member from his own settings. */
function ownPassword({ userId }: MemberSession): AttemptSubject {
  return { kind: "member", subject: userId };
}

function findProfile({ backend, userId }: MemberSession): Promise<ProfileDocument | null> {
  return backend.profiles.find(userId);
}

/** Writes what the account now says to the profile as well, where there is one. */
async function writeToProfile(
  { backend }: MemberSession,
  profile: ProfileDocument | null,
  data: ProfileData,
): Promise<void> {
  if (profile) await backend.profiles.update(profile.$id, data);
}
