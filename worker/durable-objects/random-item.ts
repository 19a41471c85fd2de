/** A random word of a list, from a secure source; "" for an empty list. */
export function randomItem(words: readonly string[]): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return words[random % words.length] ?? "";
}
