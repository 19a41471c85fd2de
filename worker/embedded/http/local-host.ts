/** The header in which the proxy in front of Wrangler's server (`standalone/proxy.ts`) proves that it has checked the `Host`. */
export const PROXY_TOKEN_HEADER = "X-Proxy-Token";

/**
 * Whether a request with this `Host` was addressed to this machine itself: to localhost, or to an IP address, also one of the local
 * network. A page on the Internet can have its own name lead to this machine (DNS rebinding), but not these.
 * @param host a name or an IP address, with or without a port
 */
export function isLocalHost(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return /^(.+\.)?localhost$|^[\d.]+$|^\[[\da-f:.]+\]$/.test(hostname);
}
