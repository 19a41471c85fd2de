/** The domains of Google's mailboxes, which ignore dots. */
const DOTLESS_DOMAINS: readonly string[] = ["gmail.com", "googlemail.com"];

/**
 * The mailbox that an address is of: most providers deliver mail for asha+tag@… to asha@…. Only for limits on mails, since some provider may
 * tell both apart.
 * @param email in any letter case
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  const untagged = local.replace(/(?<=.)\+.*$/, "");
  const isDotless = DOTLESS_DOMAINS.includes(domain);
  return isDotless ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${domain}`;
}

/** True for an address that is not its mailbox's own, such as one with a tag. */
export function isVariant(email: string): boolean {
  return mailboxOf(email) !== email.trim().toLowerCase();
}
