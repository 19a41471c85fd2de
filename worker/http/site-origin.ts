import type { Config } from "../config";

/**
 * The site's origin, such as "https://navarambh.example", for links in e-mails: from the settings, or else from the request. On the
 * embedded backend it is localhost, whatever the request was addressed to: the mailbox is there, and the backend accepts no other host.
 */
export function siteOrigin(
  { siteOrigin, mailbox }: Pick<Config, "siteOrigin" | "mailbox">,
  requestUrl: string,
): string {
  if (siteOrigin) return siteOrigin;
  const url = new URL(requestUrl);
  if (mailbox) url.hostname = "localhost";
  return url.origin;
}
