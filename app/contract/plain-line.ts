/** Control characters, line and paragraph separators. Zero-width joiners stay: Indian scripts need them. */
const BREAKING = /[\p{Cc}\u2028\u2029]+/gu;
/** What makes the text after it run the other way, and with it a name look like another (Unicode, UAX #9). */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name as it may stand in a line of text, a header or a mail: what cannot be seen in it becomes a space or goes. */
export function plainLine(typed: string): string {
  return typed.replace(BIDI_CONTROLS, "").replace(BREAKING, " ").trim();
}
