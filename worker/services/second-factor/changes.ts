// What a member changes about a second factor that is on. Everything takes the password and a code.
import type { SecondFactorProof } from "../../../app/contract/second-factor-settings";
import { deleteAuthenticator } from "../../appwrite/authenticator";
import { isAppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { forgetMemberRecords, type MemberSession, withSession } from "../account/account";
import { type Write, withAccountChange } from "../account/account-change";
import { requirePassword } from "../account/require-password";
import { answerChallenge } from "./answer-challenge";
import { readSecondFactor } from "./state";

/**
 * Makes new recovery codes. The old ones are void.
 * @returns the codes, which cannot be read again
 * @throws {ServiceError} `session_missing`, `rate_limited`, `user_invalid_credentials`, `second_factor_wrong`, `change_pending`; `conflict`
 * while the second factor is off.
 */
export async function renewRecoveryCodes(context: RequestContext, proof: SecondFactorProof): Promise<string[]> {
  return withSession(context, async (member) => {
    await requirePassword(context, member, proof.password);
    if (!(await readSecondFactor(context, member)).isOn) throw new ServiceError("conflict", "Two-step sign-in is off");
    return withAccountChange(context, member.userId, { part: "recovery-codes", values: null }, async (write) => {
      await answerChallenge(context, member, proof.secondFactor);
      const { account } = member.backend;
      try {
        return (await write(() => account.updateMFARecoveryCodes())).recoveryCodes;
      } catch (error) {
        if (!isAppwriteError(error, "user_recovery_codes_not_found")) throw error;
        // The last one is used, or none was ever made.
        return (await write(() => account.createMFARecoveryCodes())).recoveryCodes;
      }
    });
  });
}

/**
 * Switches the second factor off. Does nothing when it is off, so that the form may be sent twice. MFA goes first: a failure after
 * that leaves an app without effect, which the next enrolment removes. The other way round, an account with a verified address would
 * go on asking for a second factor that it does not have.
 * @throws {ServiceError} `session_missing`, `rate_limited`, `user_invalid_credentials`, `second_factor_wrong`, `change_pending`.
 */
export async function switchOffSecondFactor(context: RequestContext, proof: SecondFactorProof): Promise<void> {
  await withSession(context, async (member) => {
    await requirePassword(context, member, proof.password);
    // No enrolment begins meanwhile, whose new app would be removed.
    const removal = { part: "enrolment", values: { authenticator: null } } as const;
    await withAccountChange(context, member.userId, removal, async (write) => {
      if (await switchOffMfa(context, member, proof)) await removeAuthenticator(context, member, write);
    });
  });
}

/** @returns false when it was off already. */
function switchOffMfa(context: RequestContext, member: MemberSession, proof: SecondFactorProof): Promise<boolean> {
  const change = { part: "second-factor", values: { mfa: "off" } } as const;
  return withAccountChange(context, member.userId, change, async (write) => {
    // Read now, since another request may have switched it on until this change began.
    forgetMemberRecords(context);
    if (!(await readSecondFactor(context, member)).isOn) return false;
    await answerChallenge(context, member, proof.secondFactor);
    await write(() => member.backend.account.updateMFA({ mfa: false }));
    return true;
  });
}

/** Tries once, and never throws. A retry would come later, and could remove an app that the member has connected by then. */
async function removeAuthenticator(context: RequestContext, { backend }: MemberSession, write: Write): Promise<void> {
  try {
    await write(() => deleteAuthenticator(backend.account));
  } catch (error) {
    if (isAppwriteError(error, "user_authenticator_not_found")) return;
    context.warn({ event: "authenticator not removed", ...errorEntry(error) });
  }
}
