/** Control characters, and line and paragraph separators. Zero-width joiners are not included: Indian scripts need them. */
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/**
 * Bidirectional control characters and marks (Unicode, UAX #9), with which one name can be made to look like another, and lone surrogates,
 * which are not valid in UTF-8.
 */
const BIDI_OR_SURROGATE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu;
/** Some letters and symbols show nothing: Hangul fillers (U+3164 and others), and the Braille pattern without dots (U+2800). */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Makes a text safe for a single line, such as a name in a page, a header or a mail. Control characters and line breaks become spaces,
 * and bidirectional controls and marks are removed.
 * @returns "" when no visible character is left
 */
export function plainLine(typed: string): string {
  const line = typed.replace(BIDI_OR_SURROGATE, "").replace(LINE_BREAKS, " ").trim();
  return VISIBLE.test(line) ? line : "";
}
