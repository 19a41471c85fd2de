// Remembers the words that the backend makes its security phrases of, so that phrases without a mail are made of them too.
import { DurableObject } from "cloudflare:workers";
import { randomItem } from "../services/random-item";

/** How many words are kept for each place in a phrase; real lists have about a hundred. */
const WORDS_MAX = 400;
/** Of fewer, the same ones would come again and again. */
const WORDS_MIN = 8;

/** The words seen in the first place of a phrase and in the second, those seen last at the end. */
type Words = [first: string[], second: string[]];

/** One object for all phrases. It holds words alone, and nothing of whom they were made for. */
export class PhraseWords extends DurableObject {
  /** Learns the words of a phrase that the backend made; what is not two words teaches nothing. */
  async learn(phrase: string): Promise<void> {
    const [, first, second] = /^(\p{L}{1,40}) (\p{L}{1,40})$/u.exec(phrase) ?? [];
    if (!first || !second) return;
    const [known, alsoKnown] = await this.#words();
    if (known.includes(first) && alsoKnown.includes(second)) return;
    await this.ctx.storage.put<Words>("words", [withWord(known, first), withWord(alsoKnown, second)]);
  }

  /** A phrase of words that were learned; null while there are too few of them. */
  async draw(): Promise<string | null> {
    const [first, second] = await this.#words();
    if (first.length < WORDS_MIN || second.length < WORDS_MIN) return null;
    return `${randomItem(first)} ${randomItem(second)}`;
  }

  async #words(): Promise<Words> {
    return (await this.ctx.storage.get<Words>("words")) ?? [[], []];
  }
}

/** The oldest go first: the backend may have other lists by now. */
function withWord(words: readonly string[], word: string): string[] {
  return words.includes(word) ? [...words] : [...words, word].slice(-WORDS_MAX);
}
