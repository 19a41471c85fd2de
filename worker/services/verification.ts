// Proving an e-mail address with the link that was mailed to it.
import type { Scope } from "../scope";
import { asMember } from "./account";
import { withLinkSecret } from "./mail-link";

/** Mails the member a link to /verify-email. */
export async function sendVerification(scope: Scope): Promise<void> {
  await asMember(scope, async ({ backend }) => {
    await backend.account.createEmailVerification({ url: `${scope.origin}/verify-email` });
  });
}

/** Takes the link's secret. It proves itself: whoever opens the mail need not be signed in there. */
export async function confirmVerification(scope: Scope, userId: string, secret: string): Promise<void> {
  await withLinkSecret(scope, userId, () => scope.appwrite.guest.account.updateEmailVerification({ userId, secret }));
}
