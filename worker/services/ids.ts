/**
 * A new id in the specification's form (point 3): the time in hexadecimal (8 digits of seconds, 5 of the
 * microseconds within), then 7 random hexadecimal digits, from the system's secure source.
 */
export function generateId(now = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(4));
  const digits = [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return idOf(now, digits);
}

/** The moments that derived ids pretend to be made at, in milliseconds since 1970: the first half of 2026. */
const DERIVED_FROM = Date.UTC(2026, 0, 1);
const DERIVED_SPAN_MS = Date.UTC(2026, 6, 1) - DERIVED_FROM;

/**
 * An id in the same form that is always the same for the same digest, and looks like one that was made some time ago.
 * @param digest at least 19 hexadecimal digits that only this Worker can compute.
 */
export function derivedId(digest: string): string {
  const moment = DERIVED_FROM + (Number.parseInt(digest.slice(0, 12), 16) % DERIVED_SPAN_MS);
  return idOf(moment, digest.slice(12));
}

function idOf(milliseconds: number, digits: string): string {
  const seconds = Math.floor(milliseconds / 1000).toString(16);
  const within = ((milliseconds % 1000) * 1000).toString(16).padStart(5, "0");
  return `${seconds}${within}${digits.slice(0, 7)}`;
}
