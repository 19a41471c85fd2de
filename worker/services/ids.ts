/**
 * A new id in the specification's form (point 3): the time in hexadecimal (8 digits of seconds, 5 of the
 * microseconds within), then 7 random hexadecimal digits, from the system's secure source.
 */
export function generateId(now = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(4));
  const digits = [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const seconds = Math.floor(now / 1000).toString(16);
  const within = ((now % 1000) * 1000).toString(16).padStart(5, "0");
  return `${seconds}${within}${digits.slice(0, 7)}`;
}
