// Whether Appwrite can send e-mails: on a server of one's own that needs a setting, and without it every such call is a 503.

import { isAppwriteError } from "../../appwrite/errors";
import type { MailState } from "../../appwrite/mail-state";
import type { RequestContext } from "../../context";
import { MAIL_UNAVAILABLE, ServiceError } from "../errors";
import { generateId } from "../ids";

/**
 * Stops a call that would send an e-mail while Appwrite is known to send none. Both addresses with an account and those without get this
 * error; otherwise the page would tell everybody to look for an e-mail that never comes.
 * @throws {ServiceError} `mail_unavailable`.
 */
export function requireMail({ appwrite }: RequestContext): void {
  if (appwrite.mail.state !== "off") return;
  throw new ServiceError("mail_unavailable", MAIL_UNAVAILABLE);
}

/**
 * Finds out whether Appwrite can send e-mails, by asking for the recovery of an address that nobody has: Appwrite looks at its mail
 * settings first, and sends nothing.
 */
export async function checkMail({ appwrite, origin }: RequestContext): Promise<MailState> {
  const { mail } = appwrite;
  if (mail.state !== "unknown") return mail.state;
  try {
    await appwrite.admin.account.createRecovery({
      email: `mail-check@${generateId()}.invalid`,
      url: `${origin}/reset-password`,
    });
  } catch (error) {
    if (isAppwriteError(error, "user_not_found")) mail.record("ok");
  }
  return mail.state;
}
