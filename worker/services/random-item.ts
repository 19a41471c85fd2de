/** One of a list that is not empty, each as likely as any other. */
export function randomItem(words: readonly string[]): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return words[random % words.length] ?? "";
}
