/** The domains of Google's mailboxes, which ignore dots. */
const GOOGLE_DOMAINS: readonly string[] = ["gmail.com", "googlemail.com"];
/** The domains of Proton's, which ignore dots, hyphens and underscores, and of which each mailbox may have all three. */
const PROTON_DOMAINS: readonly string[] = ["proton.me", "protonmail.com", "pm.me"];

/**
 * The mailbox that an address is of: most providers deliver mail for asha+tag@… to asha@…. Only for limits on mails, since some provider may
 * tell both apart.
 * @param email in any letter case
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  const untagged = local.replace(/(?<=.)\+.*$/, "");
  if (GOOGLE_DOMAINS.includes(domain)) return `${untagged.replaceAll(".", "")}@gmail.com`;
  if (PROTON_DOMAINS.includes(domain)) return `${untagged.replace(/[._-]/g, "")}@proton.me`;
  return `${untagged}@${domain}`;
}

/** True for an address that is not its mailbox's own, such as one with a tag. */
export function isVariant(email: string): boolean {
  return mailboxOf(email) !== email.trim().toLowerCase();
}
