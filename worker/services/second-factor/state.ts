// Whether signing in to the member's account takes a second factor.
import type { SecondFactorState } from "../../../app/contract/second-factor-responses";
import { AppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { type MemberSession, memberRecords, withSession } from "../account/account";

/** The state for the settings. @throws {ServiceError} `session_missing`. */
export async function getSecondFactorState(context: RequestContext): Promise<SecondFactorState> {
  return withSession(context, async (member) => {
    const [{ isOn, hasRecoveryCodes }, { emailVerification }] = await Promise.all([
      readSecondFactor(context, member),
      memberRecords(context, member).account,
    ]);
    const state = { isOn, isEmailVerified: emailVerification };
    if (!isOn) return { ...state, recoveryCodesLeft: null };
    return { ...state, recoveryCodesLeft: hasRecoveryCodes ? await countRecoveryCodes(context, member.userId) : 0 };
  });
}

/**
 * What Appwrite knows about the member's second factor. It counts as on with a verified authenticator app only: the site offers no other
 * factor to switch on. Appwrite's own switch (`mfa`) does nothing without one, or asks for a code by e-mail.
 */
export async function readSecondFactor(
  context: RequestContext,
  member: MemberSession,
): Promise<{ isOn: boolean; hasAuthenticator: boolean; hasRecoveryCodes: boolean }> {
  const [{ mfa }, { totp, recoveryCode }] = await Promise.all([
    memberRecords(context, member).account,
    member.backend.account.listMFAFactors(),
  ]);
  return { isOn: mfa && totp, hasAuthenticator: totp, hasRecoveryCodes: recoveryCode };
}

/**
 * The number of unused recovery codes; null when the backend does not tell. A member's session may read them only after a challenge, so the
 * API key counts them.
 */
export async function countRecoveryCodes({ appwrite, warn }: RequestContext, userId: string): Promise<number | null> {
  try {
    return await appwrite.admin.users.countRecoveryCodes(userId);
  } catch (error) {
    if (!(error instanceof AppwriteError)) throw error;
    warn({ event: "recovery codes not counted", ...errorEntry(error) });
    return null;
  }
}
