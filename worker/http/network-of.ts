/** What stands before an IPv4 address in IPv6, as a server that listens on both writes it (RFC 4291, 2.5.5.2). */
const MAPPED_IPV4 = /^::ffff:(?=[\d.]+$)/i;

/**
 * The network of an IP address: the address itself, or the first 56 bits of IPv6, of which providers give one connection all addresses.
 * @returns for IPv6 four groups of hexadecimal digits, such as "2001:db8:0:100"
 */
export function networkOf(clientAddress: string): string {
  const address = clientAddress.replace(MAPPED_IPV4, "");
  if (!address.includes(":")) return address;
  const [left = [], right = []] = address.split("::").map((side) => side.split(":").filter((group) => group !== ""));
  const missing = Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right];
  const [first = 0, second = 0, third = 0, fourth = 0] = groups.map((group) => Number.parseInt(group, 16) || 0);
  return [first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(":");
}
