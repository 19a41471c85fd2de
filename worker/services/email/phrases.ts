// The security phrase of a code: two words that the page shows and the e-mail repeats.
//
// The backend creates the phrase of each e-mail. An address without an account gets no e-mail, but the page must show a phrase that looks
// the same. It consists of words from earlier phrases of the backend, or of the words below while too few are known.
//
// Remaining risk: until all of the backend's words are known, an attacker who has collected phrases can notice a new word, which means
// that an e-mail was sent, or a word that the backend does not have, which means that none was. Each e-mail makes this rarer, and the
// limits `mail-network` and `sign-up-mail-network` in limit-table.ts bound how many phrases one network can request.

import type { PhraseWords } from "../../durable-objects/phrase-words";
import { randomItem } from "../../durable-objects/random-item";
import { errorEntry, type LogEntry } from "../../log";

const ADJECTIVES = `
  Able Agile Alert Ample Amber Ancient Ardent Artful Autumn Awake Balanced Bold Bouncy Brave Breezy Bright Brisk Bronze
  Busy Calm Candid Careful Cheerful Civil Clear Clever Cloudy Cosy Creative Crimson Crisp Curious Daring Dashing Dazzling
  Decent Deep Devoted Diligent Distant Eager Earnest Easy Elegant Endless Even Fabled Fair Faithful Famous Fearless Fluent
  Fond Fragrant Frank Fresh Friendly Frosty Generous Gentle Gifted Glad Gleaming Golden Graceful Grand Grateful Green Handy
  Happy Hardy Hearty Helpful Honest Hopeful Humble Ideal Jolly Joyful Keen Kind Lasting Lively Loyal Lucid Lucky Mellow
  Merry Mighty Mindful Modest Neat Nimble Noble Open Patient Peaceful Playful Pleasant Polished Polite Proud Prudent Quick
  Quiet Radiant Ready Refined Robust Rosy Rustic Serene Sharp Silent Silver Sincere Smooth Snug Sparkling Spirited Stable
  Steady Sturdy Sunny Swift Tender Thankful Thorough Tidy Tranquil Trusty Upbeat Valiant Velvet Vibrant Vigilant Vivid Warm
  Watchful Wise Witty Zesty
`
  .trim()
  .split(/\s+/);

const NOUNS = `
  acorn almond anchor apple apron arch arrow atlas bamboo banyan basket beacon bell bench bicycle blanket boat book bottle
  bowl branch bridge brook broom bucket button cabin candle canoe canvas carpet cart castle cedar chair chalk cherry clock
  cloud clover comet compass copper cotton cricket cup cushion dolphin door drum eagle easel ember falcon feather fern field
  flute forest fountain garden gate ginger glacier guitar hammer harbour hat hill horizon island ivy jar jasmine kettle kite
  ladder lake lamp lantern leaf lemon library lily lotus mango maple marble market meadow mirror monsoon moon mountain
  needle nest notebook oar ocean olive orange orchard otter owl paddle palm paper parrot peacock pebble pencil piano pillow
  pine planet plum pocket pottery quilt rainbow ribbon river robin rose saddle sail sandal saucer scarf shell slate sparrow
  spoon spring stone summit sun table tailor teapot telescope temple thimble thread tiger train tree trumpet tulip umbrella
  utensil valley violin walnut whistle willow window
`
  .trim()
  .split(/\s+/);

/** A random phrase of the words above, such as "Calm lamp". */
export function fallbackPhrase(): string {
  return `${randomItem(ADJECTIVES)} ${randomItem(NOUNS)}`;
}

export class Phrases {
  readonly #namespace: DurableObjectNamespace<PhraseWords>;
  readonly #warn: (entry: LogEntry) => void;

  constructor(namespace: DurableObjectNamespace<PhraseWords>, warn: (entry: LogEntry) => void) {
    this.#namespace = namespace;
    this.#warn = warn;
  }

  /**
   * The phrase to show. Makes one Durable Object call in either case, so that timing reveals nothing. Never throws.
   * @param backendPhrase the phrase of the e-mail, whose words are stored; "" when no e-mail was sent.
   */
  async phraseToShow(backendPhrase: string): Promise<string> {
    try {
      const words = this.#namespace.get(this.#namespace.idFromName("words"));
      if (backendPhrase === "") return (await words.draw()) ?? fallbackPhrase();
      await words.learn(backendPhrase);
    } catch (error) {
      this.#warn({
        event: backendPhrase === "" ? "phrase words not read" : "phrase words not stored",
        ...errorEntry(error),
      });
    }
    return backendPhrase || fallbackPhrase();
  }
}
