import type { Config } from "../config";

/** Names that browsers have for this machine, and that the embedded backend does not take for the site's. */
const LOOPBACK_HOSTS = new Set(["127.0.0.1", "[::1]"]);

/**
 * Where this site is, such as "https://navarambh.example", for the links in mails: what the deployment says, or else what
 * the request was sent to. On the embedded backend, whose links lead to localhost alone, this machine is called that.
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
