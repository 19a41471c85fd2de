// Stores the words of the backend's security phrases, so that phrases without an e-mail consist of the same words.
import { DurableObject } from "cloudflare:workers";
import { randomItem } from "./random-item";

/** How many words are stored for each position in a phrase. Appwrite's lists have about a hundred. */
const WORDS_MAX = 400;
/** With fewer words, phrases would repeat too often. */
const WORDS_MIN = 8;

/** The first and the second words of phrases, the most recent last. */
type Words = [first: string[], second: string[]];

/** One object for all phrases. It stores words only, not who received them. */
export class PhraseWords extends DurableObject {
  /** Stores the words of a phrase of the backend. Ignores a phrase that is not two words. */
  async learn(phrase: string): Promise<void> {
    const [, first, second] = /^(\p{L}{1,40}) (\p{L}{1,40})$/u.exec(phrase) ?? [];
    if (!first || !second) return;
    const [known, alsoKnown] = await this.#words();
    if (known.includes(first) && alsoKnown.includes(second)) return;
    await this.ctx.storage.put<Words>("words", [withWord(known, first), withWord(alsoKnown, second)]);
  }

  /** A random phrase of stored words; null while there are too few. */
  async draw(): Promise<string | null> {
    const [first, second] = await this.#words();
    if (first.length < WORDS_MIN || second.length < WORDS_MIN) return null;
    return `${randomItem(first)} ${randomItem(second)}`;
  }

  async #words(): Promise<Words> {
    return (await this.ctx.storage.get<Words>("words")) ?? [[], []];
  }
}

/** Adds a word, and drops the oldest ones beyond the limit. */
function withWord(words: readonly string[], word: string): string[] {
  return words.includes(word) ? [...words] : [...words, word].slice(-WORDS_MAX);
}
