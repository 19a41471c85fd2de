/** Control characters, line and paragraph separators. Zero-width joiners stay: Indian scripts need them. */
const BREAKING = /[\p{Cc}\u2028\u2029]+/gu;
/**
 * What makes the text after it run the other way, and with it a name look like another (Unicode, UAX #9), and halves of
 * characters, which no store keeps.
 */
const UNFIT = /[\u202a-\u202e\u2066-\u2069\p{Cs}]/gu;
const VISIBLE = /[^\p{C}\p{Z}]/u;

/**
 * A name as it may stand in a line of text, a header or a mail: what cannot be seen in it becomes a space or goes, and a
 * name of nothing else is empty.
 */
export function plainLine(typed: string): string {
  const line = typed.replace(UNFIT, "").replace(BREAKING, " ").trim();
  return VISIBLE.test(line) ? line : "";
}
