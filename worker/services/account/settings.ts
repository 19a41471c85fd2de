// Changes name, phone and password in the account, and name and phone also in the profile. Deletes the account.
import type { Models } from "appwrite";
import type { User } from "../../../app/contract/account";
import type { Deletion } from "../../../app/contract/account-settings";
import { FACTOR_MESSAGES } from "../../../app/contract/second-factor";
import {
  AppwriteError,
  isBucketMissing,
  isPhoneConflict,
  isRateLimited,
  isUnauthorized,
  mayBeGoingOn,
  mayHaveSucceeded,
} from "../../appwrite/errors";
import { ownerOf } from "../../appwrite/permissions";
import type { ProfileData, ProfileDocument } from "../../appwrite/profiles";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { revokeEmailTokensAfterChange } from "../email/check-email-token";
import { namedFiles } from "../files/named-files";
import { TICKET_SECONDS } from "../files/tickets";
import { finishWhenDone, LATE_OUTCOME_MS } from "../retry-in-background";
import { answerChallenge } from "../second-factor/answer-challenge";
import { readSecondFactor } from "../second-factor/state";
import { endOtherSessions, endSessionsBefore, recordCutoff } from "../sign-in/end-sessions";
import { forgetDevices, rememberOnlyThisDevice } from "../sign-in/known-devices";
import { isWrongPassword, memberSubject, withAttemptLimit } from "../sign-in/password-attempts";
import { endOpenedSession, openSession } from "../sign-in/sign-in";
import { type MemberSession, memberRecords, withSession } from "./account";
import { withAccountChange, withMemberChange } from "./account-change";
import { insertProfile } from "./insert-profile";
import { findLatePassword } from "./late-password";
import { toUser } from "./models";
import { requireGoodPassword } from "./new-password";
import { requirePassword } from "./require-password";

/**
 * Changes the name in account, profile and session cookie. After an error half way, sending it again completes the change.
 * @throws {ServiceError} `session_missing`, `change_pending`.
 */
export async function changeName(context: RequestContext, name: string): Promise<User> {
  return withMemberChange(context, { part: "name", values: { name } }, async (member, write) => {
    const updateName = () => member.backend.account.updateName({ name });
    const [account, profile] = await Promise.all([write(updateName), findProfile(member)]);
    context.session.rename(account.name);
    const updated = await write(() => writeToProfile(member, profile, { name: account.name }));
    return toUser(account, updated);
  });
}

/**
 * Changes the phone number in account and profile. A number that another account has is saved in the profile alone, with the same
 * response, so that nobody can find out which numbers are members'.
 * @param phone in E.164.
 * @throws {ServiceError} `session_missing`, `change_pending`, `rate_limited`, `network_limited`.
 * @throws {AppwriteError} `user_invalid_credentials`.
 */
export async function changePhone(context: RequestContext, phone: string, password: string): Promise<User> {
  return withMemberChange(context, { part: "phone", values: { phone } }, async (member, write) => {
    const { backend, account, userId } = member;
    const change = async () => {
      try {
        await write(() => backend.account.updatePhone({ phone, password }));
      } catch (error) {
        // The password is correct: Appwrite checks it first. The number is another account's, or this account has it already.
        if (!isPhoneConflict(error)) throw error;
      }
    };
    const profile = await findProfile(member);
    const changeOnce = () => withAttemptLimit(context, memberSubject(member), change);
    // Compared with the profile, which has every number: with the account's, only a number of nobody else would be free to save again.
    if (profile?.phone === phone) await changeOnce();
    else await withPhoneLimit(context, userId, changeOnce);
    context.session.markAuthenticated();
    // Without a profile the number would be shown nowhere. `create` returns one that was made meanwhile, with another number perhaps.
    const data = { name: account.name, Email: account.email, phone };
    const document = profile ?? (await write(() => insertProfile(context, userId, data)));
    const updated =
      document.phone === phone ? document : await write(() => writeToProfile(member, document, { phone }));
    return toUser(account, updated);
  });
}

/** Runs a change of the phone number within its limits: many changes would tell which numbers other accounts have. A failure is not counted. */
async function withPhoneLimit<T>({ limits }: RequestContext, userId: string, change: () => Promise<T>): Promise<T> {
  await limits.consume("phone-change", userId);
  try {
    return await change();
  } catch (error) {
    await limits.refund("phone-change", userId);
    throw error;
  }
}

/**
 * Changes the password. Ends the member's other sessions and revokes recovery links and codes that were mailed before.
 * @throws {ServiceError} `session_missing`, `rate_limited`, `change_pending`, `password_too_common`, `password_personal_data`, `password_leaked`.
 * @throws {AppwriteError} `user_invalid_credentials`, and the backend's errors about passwords.
 */
export async function changePassword(context: RequestContext, password: string, oldPassword: string): Promise<User> {
  return withSession(context, async (member) => {
    const records = memberRecords(context, member);
    // The profile is read before the change: a failure after it would look as if nothing had changed.
    const [owner, profile] = await Promise.all([records.account, records.profile]);
    await requireGoodPassword(context, password, toUser(owner, profile));
    const account = await writePassword(context, member, owner, { password, oldPassword });
    const [areMailsRevoked] = await Promise.all([
      revokeEmailTokensAfterChange(context, member.userId),
      // Appwrite itself ends them only if the project is configured so.
      endOtherSessions(context, "other sessions", member),
      rememberOnlyThisDevice(context, { id: member.userId, email: account.email }),
    ]);
    // Sign-ins that wait for their second factor have ended, too.
    for (const kind of ["guest-password", "pending-sign-in"] as const)
      context.waitUntil("attempt reset", () => context.limits.resetAll(kind, account.email));
    context.waitUntil("mailed password record", () =>
      context.revocations.forgetMailedPassword(member.userId, context.arrivedAt),
    );
    // Only for a verified address: whoever joined with somebody else's must not have them flooded.
    if (areMailsRevoked && account.emailVerification) {
      for (const kind of ["sign-in-code-mail", "recovery-mail"] as const)
        context.waitUntil("attempt reset", () => context.limits.resetAll(kind, account.email));
    }
    return toUser(account, profile);
  });
}

/**
 * Checks the old password and sets the new one. Appwrite takes ten calls that set one in an hour from one IP address, which a whole college may
 * share, and counts those with a wrong old password, too: so the old one is checked before. When the response to an earlier try was lost, on its
 * way from the backend or to the member, the old password is wrong by now, and the new one is the account's: then there is nothing to set.
 */
async function writePassword(
  context: RequestContext,
  member: MemberSession,
  owner: Models.User,
  { password, oldPassword }: { password: string; oldPassword: string },
): Promise<Models.User> {
  const { account } = member.backend;
  try {
    await requirePassword(context, member, oldPassword);
  } catch (error) {
    if (!isWrongPassword(error) || !(await context.revocations.mayHaveChangedPassword(member.sessionId))) throw error;
    await requirePassword(context, member, password).catch((innerError: unknown) => {
      throw isWrongPassword(innerError) ? error : innerError;
    });
    return account.get();
  }
  await context.limits.consume("password-change", member.userId);
  try {
    // Not before the checks: whoever tries passwords, or changes it too often, must not block a mailed link.
    const change = { part: "password", values: { password } } as const;
    const user = await withAccountChange(context, member.userId, change, (write) =>
      write(() => account.updatePassword({ password, oldPassword })),
    );
    context.waitUntil("password change record", () => context.revocations.markPasswordChange(member.sessionId));
    return user;
  } catch (error) {
    // Appwrite has counted what it refuses, such as a password of its list of common ones.
    const isCounted = error instanceof AppwriteError && error.failure === "rejected" && !isRateLimited(error);
    if (!isCounted) await context.limits.refund("password-change", member.userId);
    if (mayHaveSucceeded(error)) await notePasswordChange(context, member, owner);
    throw error;
  }
}

/**
 * Notes that the password may be the new one. What has to follow then is done in the background, and when the form is sent again. Not before:
 * the old password may have been wrong, and whoever finds the phone unlocked may not sign the owner out elsewhere. Never throws, so that the
 * original error is reported.
 * @param owner as it was before
 */
async function notePasswordChange(
  context: RequestContext,
  { userId, sessionId, startedAt }: MemberSession,
  owner: Models.User,
): Promise<void> {
  const except = { userId, sessionId, startedAt };
  try {
    await context.revocations.markPasswordChange(sessionId);
  } catch (error) {
    context.warn({ event: "uncertain password not noted", ...errorEntry(error) });
  }
  finishWhenDone(context, "password whose answer was lost", async () => {
    const setAt = await findLatePassword(context, { id: userId, passwordUpdate: owner.passwordUpdate });
    if (setAt === null) return false;
    // Whether a mailed link has set the password is left as it was: the new one may come from another request.
    await Promise.all([
      revokeEmailTokensAfterChange(context, userId),
      forgetDevices(context, { id: userId, email: owner.email }, setAt),
      context.limits.resetAll("guest-password", owner.email),
    ]);
    // Whoever has set this password, or signed out since, has ended the sessions that had to end.
    if (!(await context.revocations.hasCutoffSince(userId, setAt)))
      await endSessionsBefore(context, "other sessions", userId, { before: setAt, except });
    return true;
  });
}

/**
 * Deletes the member's files, profiles, and account with its sessions. The account goes last, so that a deletion that failed half way
 * can be retried.
 * @param proof the password, and a code when the second factor is on
 * @throws {ServiceError} `session_missing`, `rate_limited`, `user_invalid_credentials`, `second_factor_wrong`; `validation_failed` without a
 * code that is needed.
 */
export async function deleteAccount(context: RequestContext, { password, secondFactor }: Deletion): Promise<void> {
  await withSession(context, async (member) => {
    const [{ email }, { isOn }] = await Promise.all([
      memberRecords(context, member).account,
      readSecondFactor(context, member),
    ]);
    if (isOn && !secondFactor) throw codeRequiredError();
    const testSession = await openSession(context, email, password, memberSubject(member));
    context.session.markAuthenticated();
    try {
      if (isOn && secondFactor) await answerChallenge(context, member, secondFactor);
      await deleteAll(context, member);
    } catch (error) {
      // The account still exists, so the session does too.
      endOpenedSession(context, testSession);
      throw error;
    }
    context.session.clear();
    await recordCutoff(context, member.userId);
    // Somebody else may join with the address.
    context.waitUntil("known devices", () => forgetDevices(context, { id: member.userId, email }));
    context.waitUntil("mailed password record", () =>
      context.revocations.forgetMailedPassword(member.userId, context.arrivedAt),
    );
  });
}

function codeRequiredError(): ServiceError {
  const { codeRequired } = FACTOR_MESSAGES;
  return new ServiceError("validation_failed", codeRequired, { fields: { code: codeRequired } });
}

/**
 * Deletes with the API key: a session that ends meanwhile, on another device or because checking the password has opened an eleventh one, is a
 * guest's, who is shown empty lists.
 */
async function deleteAll(context: RequestContext, member: MemberSession): Promise<void> {
  const { userId } = member;
  const { revocations } = context;
  const { admin } = context.appwrite;
  // Before the files are listed: a part of an upload that is stored after that finds the record, and deletes its file.
  await revocations.markUserDeleted(userId, Date.now() + TICKET_SECONDS * 1000);
  let isLastCall = false;
  try {
    await deleteFiles(context, member, await admin.profiles.findMany([userId]));
    // There may be more than one: an older client can have created another document.
    for (let own = await admin.profiles.find(userId); own; own = await admin.profiles.find(userId)) {
      await admin.profiles.delete(own.$id);
    }
    isLastCall = true;
    await admin.users.delete(userId);
  } catch (error) {
    // The user is gone by this request, whose answer was lost, or by another tab.
    const isGone = await admin.users.find(userId).then(
      (user) => user === null,
      () => false,
    );
    if (isGone) {
      context.warn({ event: "account deletion not confirmed", ...errorEntry(error) });
      return;
    }
    // Appwrite may delete the user later, and nobody would ever delete a profile that is made until then.
    if (isLastCall && mayBeGoingOn(error)) await revocations.markUserDeleted(userId, Date.now() + LATE_OUTCOME_MS);
    else await revocations.forgetUserDeletion(userId);
    throw error;
  }
}

/**
 * Deletes the member's files: those that their session lists, and those that the profiles name, which may be another user's. When the session
 * lists none because it has ended, uploads that no profile names are left to the sweep.
 */
async function deleteFiles(
  context: RequestContext,
  { backend, userId }: MemberSession,
  profiles: readonly ProfileDocument[],
): Promise<void> {
  const { files } = context.appwrite.admin;
  const named = profiles.flatMap((profile) => namedFiles(profile).map(({ id }) => id));
  try {
    const listed = await backend.files.listAll().catch((error: unknown) => {
      // A disabled bucket, which the key may still use, or a session that has ended.
      if (!isBucketMissing(error) && !isUnauthorized(error)) throw error;
      context.warn({ event: "files not listed", message: "The sweep deletes uploads that no profile names", userId });
      return [];
    });
    const known = new Set(listed.map(({ $id }) => $id));
    const others = await Promise.all(named.filter((id) => !known.has(id)).map((id) => files.find(id)));
    const own = [...listed, ...others].filter((file) => file !== null && ownerOf(file.$permissions) === userId);
    await Promise.all(own.map((file) => file && files.delete(file.$id)));
  } catch (error) {
    // The bucket is deleted, and its files with it.
    if (!isBucketMissing(error)) throw error;
    context.warn({ event: "bucket missing", files: named.join(" "), userId });
  }
}

function findProfile({ backend, userId }: MemberSession): Promise<ProfileDocument | null> {
  return backend.profiles.find(userId);
}

/** Updates the profile, if there is one. @returns the updated profile */
async function writeToProfile(
  { backend }: MemberSession,
  profile: ProfileDocument | null,
  data: ProfileData,
): Promise<ProfileDocument | null> {
  return profile && backend.profiles.update(profile.$id, data);
}
