import type { Config } from "../config";

/** Loopback hosts that the embedded backend does not accept in links; it accepts localhost only. */
const LOOPBACK_HOSTS = new Set(["127.0.0.1", "[::1]"]);

/**
 * The site's origin, such as "https://navarambh.example", for links in e-mails: from the settings, or else from the request. On the
 * embedded backend a loopback address becomes localhost.
 */
export function siteOrigin(
  { siteOrigin, mailbox }: Pick<Config, "siteOrigin" | "mailbox">,
  requestUrl: string,
): string {
  if (siteOrigin) return siteOrigin;
  const url = new URL(requestUrl);
  if (mailbox && LOOPBACK_HOSTS.has(url.hostname)) url.hostname = "localhost";
  return url.origin;
}
