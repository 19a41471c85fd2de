const WORDS =
  "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** A small whole number as a word; above twenty, in digits. */
export function numberInWords(count: number): string {
  return WORDS[count] ?? String(count);
}

/** The same at the start of a sentence. */
export function capitalizedNumber(count: number): string {
  const word = numberInWords(count);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
