// Whether Appwrite can send e-mails: on a server of one's own that needs a setting, and without it every such call is a 503. And whether a
// call that failed has sent one.

import { isAppwriteError, isLinkRefused, MAIL_OFF_TYPE, mayHaveSucceeded } from "../../appwrite/errors";
import type { MailState } from "../../appwrite/mail-state";
import type { UserSummary } from "../../appwrite/users";
import type { RequestContext } from "../../context";
import { MAIL_UNAVAILABLE, ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { generateId } from "../ids";
import type { AttemptKind } from "../limit-table";
import { isVariant, mailboxOf } from "./mailbox-of";

/**
 * Stops a call that would send an e-mail while Appwrite sends none; otherwise the page would tell people to look for an e-mail that never
 * comes. Asks without the visitor's address, so that the error says nothing about it.
 * @param content what the e-mail contains: Appwrite may refuse links, and still send codes
 * @throws {ServiceError} `mail_unavailable` while Appwrite has no mail server, or, for a link, while it refuses links to this site's host.
 */
export async function requireMail(context: RequestContext, content: "code" | "link"): Promise<void> {
  // While the circuit is open, the call itself fails.
  if (context.appwrite.isDown) return;
  const state = await checkMail(context);
  const isRefused = state === "off" || (state === "links-off" && content === "link");
  if (isRefused) throw new ServiceError("mail_unavailable", MAIL_UNAVAILABLE);
}

/**
 * Counts an e-mail to an account for its mailbox, when nobody has proven the address and it is not the mailbox's own (asha+1@…): somebody could
 * flood a mailbox with the mails of ever new accounts. A proven address is free of it, so that nobody can keep its owner from the mails.
 * @param user the account; null when there is none, which takes as long
 * @returns false when the mailbox has had enough
 */
export async function mayMailMailbox(
  { limits }: RequestContext,
  email: string,
  user: UserSummary | null,
): Promise<boolean> {
  if (!isVariant(email)) return true;
  const mailbox = mailboxOf(email);
  const isCounted = isUnproven(user);
  try {
    await (isCounted ? limits.consume("variant-mail", mailbox) : limits.requireRoom("variant-mail", mailbox, 1));
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return !isCounted;
  }
}

/** Takes back what `mayMailMailbox` has counted, after a call that failed, as `refundUnsentMail` does. Never throws. */
export async function refundMailbox(
  context: RequestContext,
  error: unknown,
  email: string,
  user: UserSummary | null,
): Promise<void> {
  if (isVariant(email) && isUnproven(user)) await refundUnsentMail(context, error, "variant-mail", mailboxOf(email));
}

/** True for an account whose address nobody has proven. */
function isUnproven(user: UserSummary | null): boolean {
  return user !== null && !user.emailVerification;
}

/**
 * Takes back the count of an e-mail after a call that failed, unless Appwrite may have sent it: it may answer too late, or its answer may be
 * lost, and nobody's mailbox would have a limit meanwhile. Never throws.
 */
export async function refundUnsentMail(
  { limits }: RequestContext,
  error: unknown,
  kind: AttemptKind,
  subject: string,
): Promise<void> {
  if (!mayHaveSucceeded(error)) await limits.refund(kind, subject);
}

/**
 * Finds out whether Appwrite can send e-mails, by asking for the recovery of an address that nobody has: Appwrite looks at its mail
 * settings and at the link first, and sends nothing. Asks once in five minutes. Logs a warning when links are refused. Never throws.
 */
export function checkMail({ appwrite, origin, warn }: RequestContext): Promise<MailState> {
  return appwrite.mail.read(origin, async () => {
    try {
      await appwrite.admin.account.createRecovery({
        email: `mail-check@${generateId()}.invalid`,
        url: `${origin}/reset-password`,
      });
      return "unknown";
    } catch (error) {
      if (isAppwriteError(error, "user_not_found")) return "ok";
      if (isLinkRefused(error)) {
        warn({
          event: "links are not mailed: the site's host is no platform of the Appwrite project",
          origin,
          ...errorEntry(error),
        });
        return "links-off";
      }
      return isAppwriteError(error, MAIL_OFF_TYPE) ? "off" : "unknown";
    }
  });
}
