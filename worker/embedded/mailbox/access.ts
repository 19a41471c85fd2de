// Who may read the mailbox, whose links and codes give access to every account.
import { isLocalHost, PROXY_TOKEN_HEADER } from "../http/local-host";

/**
 * A refusal for a request that may come from a page on the Internet by DNS rebinding; null for any other. Wrangler's development
 * server writes the URL of `MF-Original-URL`, which any client can send, over the URL and the `Host`. So where the proxy
 * has a token, only what came through it is believed.
 */
export function refuseForeign({ url, headers }: Request, proxyToken: string | undefined): Response | null {
  const hosts = [new URL(url).host, headers.get("Host")].filter((host) => host !== null);
  const isFromProxy = proxyToken === undefined || headers.get(PROXY_TOKEN_HEADER) === proxyToken;
  if (isFromProxy && hosts.every(isLocalHost)) return null;
  return new Response("This page is only shown to those who ask for it at localhost or at an IP address.\n", {
    status: 403,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
