/** True when Appwrite would take this as an e-mail address: something, one "@", a dotted domain, no spaces. */
export function isEmail(value: string): boolean {
  return /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(value);
}

/** True when two addresses are one to a mail server of today. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
