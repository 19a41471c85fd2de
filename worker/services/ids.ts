/**
 * Generates an id in the specification's format (point 3), in hexadecimal: 8 digits of seconds, 5 digits of microseconds, then 7 random
 * digits from a secure source.
 */
export function generateId(now = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(4));
  const digits = [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const seconds = Math.floor(now / 1000).toString(16);
  const microseconds = ((now % 1000) * 1000).toString(16).padStart(5, "0");
  return `${seconds}${microseconds}${digits.slice(0, 7)}`;
}
