// Hosts of this machine and of private networks. A host is the `hostname` of a URL, which has IP addresses in their canonical form.

const LOOPBACK_NAME = /^(.+\.)?localhost$/;
const LOOPBACK_IP = /^127(\.\d+){3}$|^\[::1\]$/;
/** Names of one label, and those that no public DNS has: `.local` is for multicast DNS (RFC 6762), `.internal` for private use. */
const PRIVATE_NAME = /^[^.[\]]+$|\.(local|internal)$/;
/** RFC 1918. */
const PRIVATE_IPV4 = /^10(\.\d+){3}$|^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$|^192\.168(\.\d+){2}$/;
/** fc00::/7 (RFC 4193) and fe80::/10 (RFC 4291). */
const PRIVATE_IPV6 = /^\[(f[cd][\da-f]{2}|fe[89ab][\da-f]):/;

/** Whether a host is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_NAME.test(hostname) || LOOPBACK_IP.test(hostname);
}

/** Whether a host is in a network that the Internet does not reach, by its name or its IP address. */
export function isPrivate(hostname: string): boolean {
  return [PRIVATE_NAME, PRIVATE_IPV4, PRIVATE_IPV6].some((pattern) => pattern.test(hostname));
}
