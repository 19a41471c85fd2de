// Password recovery by an e-mailed link.
import type { Models } from "appwrite";
import type { RecoveryLinkState } from "../../../app/contract/mailed-links";
import { AppwriteError, isAppwriteError, mayHaveSucceeded } from "../../appwrite/errors";
import type { ProfileDocument } from "../../appwrite/profiles";
import type { UserSummary } from "../../appwrite/users";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { CHANGE_LEASE_MS, withAccountChange } from "../account/account-change";
import { findLatePassword } from "../account/late-password";
import { toUser } from "../account/models";
import { requireGoodPassword, requireImpersonalPassword } from "../account/new-password";
import { finishWhenDone, tryThenRetryInBackground } from "../retry-in-background";
import { endAllSessionsWithKey, endSessionsBefore, recordCutoff } from "../sign-in/end-sessions";
import { forgetDevices, rememberOnlyThisDevice } from "../sign-in/known-devices";
import { type EmailToken, recordLinkUse, revokeEmailTokens, withEmailToken } from "./check-email-token";
import { mayMailMailbox, refundMailbox, refundUnsentMail, requireMail } from "./mail-server";
import { isVariant } from "./mailbox-of";

/**
 * Sends an e-mail with a link to /reset-password in the background, so that the response does not reveal whether the address is known.
 * During the pauses of the limit nothing is sent, but the response is the same: the owner has received links by then that are valid.
 * @throws {AppwriteError} `down` while the circuit is open, `overloaded` while Appwrite has too many calls to work on, for every address.
 * @throws {ServiceError} `mail_unavailable` while Appwrite is known to send no e-mails, for every address; `network_limited`.
 */
export async function sendRecovery(context: RequestContext, email: string): Promise<void> {
  // Now, since nobody would learn that the call in the background was not made.
  await context.appwrite.admit();
  await requireMail(context, "link");
  if (context.appwrite.isDown) throw new AppwriteError("down", "Appwrite has stopped answering");
  try {
    await context.limits.consume("recovery-mail", email);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type !== "rate_limited") throw error;
    context.warn({ event: "recovery mail not sent", reason: "rate_limited" });
    return;
  }
  context.waitUntil("recovery mail", () => sendRecoveryMail(context, email));
}

async function sendRecoveryMail(context: RequestContext, email: string): Promise<void> {
  let link: Models.Token;
  let user: UserSummary | null = null;
  try {
    // Looked up for these addresses alone.
    if (isVariant(email)) user = await context.appwrite.admin.users.findByEmail(email);
    if (!(await mayMailMailbox(context, email, user))) {
      context.warn({ event: "recovery mail not sent", reason: "rate_limited" });
      return;
    }
    link = await context.appwrite.admin.account.createRecovery({ email, url: `${context.origin}/reset-password` });
  } catch (error) {
    // The visitor gets the same response for every address, so these are no errors.
    if (isAppwriteError(error, "user_not_found", "user_blocked")) return;
    // Strangers could use up the owner's mails with calls that send none, such as by a host name whose links Appwrite refuses.
    await Promise.all([
      refundUnsentMail(context, error, "recovery-mail", email),
      refundMailbox(context, error, email, user),
    ]);
    throw error;
  }
  try {
    await context.emailTokens.add("link", link);
  } catch (error) {
    // The link was sent and works. It only stays valid if the password is changed in another way within the hour.
    context.warn({ event: "recovery link not registered", ...errorEntry(error) });
  }
}

/**
 * Whether a link still sets a password, by this site's own records: the backend is not asked. Whoever does not have the secret of a mailed
 * link learns nothing, since any other secret has no record.
 * @returns "open" also for a link that was never sent, or that has expired
 */
export async function recoveryLinkState(
  { emailTokens, revocations }: Pick<RequestContext, "emailTokens" | "revocations">,
  { userId, secret }: { userId: string; secret: string },
): Promise<RecoveryLinkState> {
  const [wasUsed, isRevoked] = await Promise.all([
    revocations.wasLinkUsed(userId, secret),
    emailTokens.isRevoked("link", userId, secret),
  ]);
  if (wasUsed) return "used";
  return isRevoked ? "revoked" : "open";
}

/**
 * Checks the link's secret and sets the new password. Ends all sessions of the account, including this browser's, and revokes all links
 * and codes that were e-mailed before.
 * @throws {ServiceError} `password_too_common`, `password_personal_data`, `password_leaked`, `network_limited`, `link_used`, `change_pending`.
 * @throws {AppwriteError} `user_invalid_token`, also for an unknown user.
 */
export async function setRecoveredPassword(
  context: RequestContext,
  { userId, secret, password }: { userId: string; secret: string; password: string },
): Promise<void> {
  const { admin } = context.appwrite;
  // Not compared with the name and the phone number yet: without the link's secret nobody may find out whose link it is.
  await requireGoodPassword(context, password, { name: "", email: "", phone: "" });
  const link = { kind: "link", userId, secret } as const;
  const owner = await withEmailToken(context, link, async () => {
    const [owner, profile] = await findOwner(context, link);
    if (owner) requireImpersonalPassword(password, toUser(owner, profile));
    // No password is set while the record of mailed passwords cannot be reached.
    await context.revocations.hasMailedPassword(userId);
    // A link that works may be unknown here, when the answer to its mailing was lost.
    const before = owner ?? (await admin.users.find(userId));
    const setPassword = async () => {
      try {
        await admin.account.updateRecovery({ userId, secret, password });
      } catch (error) {
        if (before && mayHaveSucceeded(error))
          await finishIfSet(context, secret, before, { isKnownLink: owner !== null });
        throw error;
      }
    };
    // Without the link's secret nobody may block the owner's changes, or have their mailed codes refused.
    if (!owner) await setPassword();
    else {
      const change = { part: "password", values: { password } } as const;
      await withAccountChange(context, userId, change, (write) =>
        withMailedPassword(context, userId, () => write(setPassword)),
      );
    }
    return owner;
  });
  if (context.session.current?.userId === userId) context.session.clear();
  // Some versions of Appwrite keep old sessions. The attempts are reset, so that somebody's guesses do not keep the owner waiting.
  await Promise.all([
    markMailedPassword(context, userId, Date.now()),
    endAllSessionsWithKey(context, SESSIONS_TASK, userId),
    revokeEmailTokens(context, userId),
    resetAttemptsAndRememberDevice(context, userId, owner).catch((error: unknown) =>
      context.warn({ event: "attempts not reset", ...errorEntry(error) }),
    ),
  ]);
}

/**
 * Marks the password as mailed, then sets it. In this order, since the new password works before Appwrite's answer arrives. When Appwrite
 * rejects the password, the mark is removed, but only if no other request has made one: the same link may be sent twice at once, and the other
 * request may have set the password.
 */
async function withMailedPassword(
  context: RequestContext,
  userId: string,
  setPassword: () => Promise<void>,
): Promise<void> {
  const markId = await context.revocations.markMailedPassword(userId, Date.now());
  try {
    await setPassword();
  } catch (error) {
    if (markId !== null && !mayHaveSucceeded(error)) {
      await context.revocations
        .takeMailedPasswordBack(userId, markId)
        .catch((failure: unknown) => context.warn({ event: "mailed password mark stays", ...errorEntry(failure) }));
    }
    throw error;
  }
}

/** The task's name in the log. */
const SESSIONS_TASK = "sessions after recovery";

/**
 * Does what follows a new password, when the response does not say whether it was set. For a known link, the site refuses the account's
 * sessions and the other mails at once. A task in the background does the rest when it finds a new password: the link does not work a second
 * time, so nothing else would. Sessions and devices that began with the new password stay valid. Never throws.
 * @param owner the account as it was before
 * @param isKnownLink false for a secret that anybody may have made up: then nothing happens unless the password has changed.
 */
async function finishIfSet(
  context: RequestContext,
  secret: string,
  owner: UserSummary,
  { isKnownLink }: { isKnownLink: boolean },
): Promise<void> {
  const account = { id: owner.$id, email: owner.email };
  const lostAt = Date.now();
  const refuseEarlierAccess = () =>
    Promise.all([
      // A minute ahead: a sign-in with the app before a late call proves nothing about the password that the call sets.
      markMailedPassword(context, account.id, Date.now() + CHANGE_LEASE_MS),
      recordCutoff(context, account.id, { before: lostAt }),
      revokeEmailTokens(context, account.id, secret),
    ]);
  if (isKnownLink) await refuseEarlierAccess();
  finishWhenDone(context, "recovery whose answer was lost", async () => {
    const setAt = await findLatePassword(context, { id: account.id, passwordUpdate: owner.passwordUpdate });
    if (setAt === null) return false;
    if (!isKnownLink) await refuseEarlierAccess();
    await Promise.all([
      recordLinkUse(context, account.id, secret),
      resetAttempts(context, account),
      forgetDevices(context, account, setAt),
    ]);
    // A sign-out since, or a newer password of the settings, has ended the sessions already.
    if (!(await context.revocations.hasCutoffSince(account.id, Math.max(setAt, lostAt + 1))))
      await endSessionsBefore(context, SESSIONS_TASK, account.id, { before: setAt, except: null });
    return true;
  });
}

/** The account and the profile that a mailed link belongs to; nulls for a secret that this site has not mailed. */
async function findOwner(
  { appwrite, emailTokens }: RequestContext,
  { kind, userId, secret }: EmailToken,
): Promise<[UserSummary | null, ProfileDocument | null]> {
  if (!(await emailTokens.isKnown(kind, userId, secret))) return [null, null];
  return Promise.all([appwrite.admin.users.find(userId), appwrite.admin.profiles.find(userId)]);
}

/** Whoever reads the mails has the password now. A code by e-mail would prove nothing more. */
function markMailedPassword(context: RequestContext, userId: string, at: number): Promise<void> {
  return tryThenRetryInBackground(context, "mailed password record", async () => {
    try {
      await context.revocations.markMailedPassword(userId, at);
    } catch (error) {
      throw new AppwriteError("unreachable", `The record of mailed passwords failed: ${String(error)}`);
    }
  });
}

/** Forgets the attempts at the old secrets and who knew them, and lets this device know the account: whoever reads the mails is no stranger. */
async function resetAttemptsAndRememberDevice(
  context: RequestContext,
  userId: string,
  owner: UserSummary | null,
): Promise<void> {
  const user = owner ?? (await context.appwrite.admin.users.find(userId));
  if (!user) return;
  const account = { id: userId, email: user.email };
  await Promise.all([resetAttempts(context, account), rememberOnlyThisDevice(context, account)]);
}

/** Forgets the attempts at the old secrets: the password has changed, and the codes and links that were mailed are revoked. */
async function resetAttempts({ limits }: RequestContext, { id, email }: { id: string; email: string }): Promise<void> {
  await Promise.all([
    limits.resetAll("guest-password", email),
    limits.resetAll("code", id),
    limits.resetAll("sign-in-code-mail", email),
    limits.resetAll("recovery-mail", email),
    // Sign-ins that wait for their second factor have ended, too.
    limits.resetAll("pending-sign-in", email),
  ]);
}
