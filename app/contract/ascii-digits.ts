const DEVANAGARI_ZERO = 0x0966;

/** A number that was typed or pasted, in ASCII digits: Devanagari and full-width ones are converted, invisible characters are removed. */
export function asciiDigits(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));
}
