/** The network of an IP address: the address itself, or the first 64 bits of IPv6, since one connection has all addresses with them. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [left, right] = address.split("::").map((side) => side.split(":").filter((group) => group !== ""));
  const missing = Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0));
  const groups = [...(left ?? []), ...Array.from({ length: missing }, () => "0"), ...(right ?? [])];
  return groups.slice(0, 4).join(":").toLowerCase();
}
