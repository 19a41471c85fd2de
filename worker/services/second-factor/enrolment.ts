// Switches the second factor on: a mailed code proves the address, an authenticator app is given a secret, then a first code proves that
// it has it.
//
// MFA is switched on last, so that a failure before leaves the account as it was for sign-in. Each step can be repeated with the same code.
import { REAUTHENTICATION_SECONDS } from "../../../app/contract/limits";
import type { Authenticator, Enrolment } from "../../../app/contract/second-factor-responses";
import { createAuthenticator, verifyAuthenticator } from "../../appwrite/authenticator";
import { isAppwriteError, mayHaveSucceeded } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { type MemberSession, memberRecords, withSession } from "../account/account";
import { type Write, withAccountChange } from "../account/account-change";
import { isRecentlyAuthenticated, requireRecentAuthentication } from "../account/recent-authentication";
import { requirePassword } from "../account/require-password";
import { endOtherSessions, recordCutoff } from "../sign-in/end-sessions";
import {
  answerChallenge,
  factorUnavailableError,
  mailChallenge,
  markCodeUsed,
  withFactorAttempt,
} from "./answer-challenge";
import { readSecondFactor } from "./state";

/**
 * Mails the code that an enrolment takes. Asks for the password: with an open session alone nobody may lock the owner out. The code proves
 * the address once more: somebody may have joined with an address that is not theirs and that its owner verified since. The owner gets the
 * account back by mail, which a second factor would prevent.
 * @throws {ServiceError} `session_missing`, `user_email_not_verified`, `rate_limited`, `user_invalid_credentials`, `mail_unavailable`;
 * `user_authenticator_already_verified` when the second factor is on.
 */
export async function sendEnrolmentMail(context: RequestContext, password: string): Promise<void> {
  await withSession(context, async (member) => {
    const { emailVerification } = await memberRecords(context, member).account;
    if (!emailVerification)
      throw new ServiceError("user_email_not_verified", "Please verify your e-mail address first");
    await requirePassword(context, member, password);
    if ((await readSecondFactor(context, member)).isOn)
      throw new ServiceError("user_authenticator_already_verified", "Two-step sign-in is on already");
    const challenge = await mailChallenge(context, member);
    context.session.setEnrolment({ emailChallengeId: challenge.$id });
  });
}

/**
 * Makes a secret for the member's authenticator app, after the mailed code. It replaces one that was not confirmed.
 * @throws {ServiceError} `session_missing`, `password_required`, `second_factor_wrong`, `rate_limited`; `change_pending` while another call
 * does it, and for a minute after its answer was lost; `second_factor_unavailable` when no code was mailed.
 * @throws {AppwriteError} `user_authenticator_already_verified` when the second factor is on.
 */
export async function startEnrolment(context: RequestContext, code: string): Promise<Authenticator> {
  return withSession(context, async (member) => {
    // First, so that a session that has ended is told so, and not asked for the password.
    await memberRecords(context, member).account;
    requireRecentAuthentication(context);
    const challengeId = context.session.current?.emailChallengeId;
    if (!challengeId) throw factorUnavailableError();
    const { secret, uri } = await oneAtATime(context, member, async (write) => {
      await requireMailedCode(context, member, { challengeId, code });
      return createNewAuthenticator(context, member, write);
    });
    context.session.setEnrolment({ authenticatorUri: uri });
    return { secret, uri };
  });
}

/**
 * How far the member has come in this browser, so that a page that is loaded again goes on there: phones reload a page while somebody is in
 * their mail or in the app. Appwrite tells the secret only once, so it is in the session's sealed cookie. It is told for a quarter of an hour
 * after the password.
 * @throws {ServiceError} `session_missing`.
 */
export async function readEnrolment(context: RequestContext): Promise<Enrolment> {
  return withSession(context, async (member) => {
    const { mfa } = await memberRecords(context, member).account;
    const { emailChallengeId = null, authenticatorUri = null } = context.session.current ?? {};
    // The key of an app in use is told to nobody, also not to an old copy of the cookie.
    if (mfa || !isRecentlyAuthenticated(context)) return { step: "none", uri: null };
    if (authenticatorUri) return { step: "connect", uri: authenticatorUri };
    return { step: emailChallengeId ? "mailed" : "none", uri: null };
  });
}

/** Forgets how far the member has come. At Appwrite the secret stays, unconfirmed, until the next enrolment. @throws {ServiceError} `session_missing`. */
export async function cancelEnrolment(context: RequestContext): Promise<void> {
  await withSession(context, async (member) => {
    await memberRecords(context, member).account;
    context.session.setEnrolment({});
  });
}

/**
 * Checks the mailed code. Appwrite accepts it once. It is recorded then, so that it can be sent again when the next step fails or the
 * response is lost.
 * @throws {ServiceError} `second_factor_wrong`, `rate_limited`.
 */
async function requireMailedCode(
  context: RequestContext,
  member: MemberSession,
  { challengeId, code }: { challengeId: string; code: string },
): Promise<void> {
  const { revocations, warn } = context;
  try {
    await answerChallenge(context, member, { factor: "email", code }, challengeId);
  } catch (error) {
    const isWrong = error instanceof ServiceError && error.type === "second_factor_wrong";
    if (isWrong && (await revocations.wasFactorCodeRecorded(challengeId, code))) return;
    throw error;
  }
  try {
    await revocations.markFactorCode(challengeId, code, Date.now() + REAUTHENTICATION_SECONDS * 1000);
  } catch (error) {
    // Without it a failure of the next step takes another mail.
    warn({ event: "code of an enrolment not recorded", ...errorEntry(error) });
  }
}

/** @param write as for `withAccountChange`: carried out late, a call would replace the secret that the member has been told since, or remove its app. */
async function createNewAuthenticator(
  context: RequestContext,
  { backend: { account }, userId }: MemberSession,
  write: Write,
) {
  const create = () => write(() => createAuthenticator(account));
  try {
    return await create();
  } catch (error) {
    if (!isAppwriteError(error, "user_authenticator_already_verified")) throw error;
    // Asked now, since another tab may have switched it on since the page was opened.
    if ((await account.get()).mfa) throw error;
    // Left over from switching on or off, which failed half way. The member's session may remove it only after a challenge.
    await write(() => context.appwrite.admin.users.deleteAuthenticator(userId));
    return create();
  }
}

/**
 * Switches the second factor on with the first code of the app. Ends the member's other sessions, as a new password does: Appwrite would
 * ask them for the factor, and until then each could use up the challenges that the member needs for signing in.
 * @returns the recovery codes, which cannot be read again
 * @throws {ServiceError} `session_missing`, `rate_limited`, `second_factor_wrong`; `change_pending`, also while another call does it.
 * @throws {AppwriteError} `user_authenticator_already_verified` when it is on; `user_authenticator_not_found` without `startEnrolment`.
 */
export async function confirmEnrolment(context: RequestContext, code: string): Promise<string[]> {
  return withSession(context, async (member) => {
    // First, so that the cookie of a session that has ended keeps nobody from it.
    await memberRecords(context, member).account;
    const recoveryCodes = await oneAtATime(context, member, async () => {
      await verifyCode(context, member, code).catch((error: unknown) => {
        // The secret in the cookie is not the account's any more.
        if (isAppwriteError(error, "user_authenticator_not_found")) context.session.setEnrolment({});
        throw error;
      });
      const created = await createRecoveryCodes(context, member);
      const change = { part: "second-factor", values: { mfa: "on" } } as const;
      await withAccountChange(context, member.userId, change, async (write) => {
        // Gives this session the factor, so that it goes on.
        await write(() => member.backend.account.updateMFA({ mfa: true })).catch(async (error: unknown) => {
          if (mayHaveSucceeded(error)) await recordCutoff(context, member.userId, { except: member });
          throw error;
        });
      });
      return created;
    });
    context.session.setEnrolment({});
    await markCodeUsed(context, member, code);
    await endOtherSessions(context, "other sessions", member);
    return recoveryCodes;
  });
}

/**
 * Runs one step of an enrolment at a time. Of two at once, each could void the recovery codes that the other one returns, or remove the
 * app that the other one has verified. A step makes at most seven calls of eight seconds, so it ends before its minute does.
 * @throws {ServiceError} `change_pending`.
 */
function oneAtATime<T>(
  context: RequestContext,
  { userId }: MemberSession,
  run: (write: Write) => Promise<T>,
): Promise<T> {
  return withAccountChange(context, userId, { part: "enrolment", values: null }, run);
}

async function verifyCode(context: RequestContext, member: MemberSession, code: string): Promise<void> {
  const { account } = member.backend;
  try {
    await withFactorAttempt(context, member.userId, () => verifyAuthenticator(account, code));
  } catch (error) {
    if (!isAppwriteError(error, "user_authenticator_already_verified")) throw error;
    if ((await account.get()).mfa) throw error;
    // An earlier attempt verified the app and failed after that.
    await answerChallenge(context, member, { factor: "totp", code });
  }
}

/** New recovery codes. Those of an earlier enrolment are void: Appwrite keeps them when the second factor is switched off. */
async function createRecoveryCodes(context: RequestContext, { backend, userId }: MemberSession): Promise<string[]> {
  try {
    return (await backend.account.createMFARecoveryCodes()).recoveryCodes;
  } catch (error) {
    if (!isAppwriteError(error, "user_recovery_codes_already_exists")) throw error;
    // The member's session may replace them only after a challenge, and verifying an app is none.
    const { users } = context.appwrite.admin;
    return withAccountChange(context, userId, { part: "recovery-codes", values: null }, (write) =>
      write(() => users.replaceRecoveryCodes(userId)),
    );
  }
}
