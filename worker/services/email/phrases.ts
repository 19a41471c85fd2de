// The security phrase of a code: two words that the page shows and the mail has too.
//
// The backend makes the phrase of a mail that goes out. An address that no account has gets no mail, and a phrase from here
// instead, which must not look different: it is made of the words that were seen in the backend's phrases so far, and while
// there are too few of them, of words of our own, of the same kind and about as many.
//
// What remains: until the backend's words are all known, somebody who knows the learned ones, from addresses that he asked
// about before, sees a word that is not among them only where a mail went out; and before the first mails, a word of ours that
// the backend does not have where none did. Each mail makes both rarer, and how many codes one network may ask for, over all
// addresses, is limited (`code-mail-network` in limits.ts).

import type { PhraseWords } from "../../durable-objects/phrase-words";
import { errorEntry, type LogEntry } from "../../log";
import { randomItem } from "../random-item";

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

/** Of our own words, such as "Calm lamp". */
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
   * The phrase to show, after one call whether a mail went out or not. Words that cannot be kept or read fail nothing.
   * @param made the backend's phrase, which is learned; "" where it made none.
   */
  async shown(made: string): Promise<string> {
    try {
      const words = this.#namespace.get(this.#namespace.idFromName("words"));
      if (made === "") return (await words.draw()) ?? fallbackPhrase();
      await words.learn(made);
    } catch (error) {
      this.#warn({ event: made === "" ? "phrase words not read" : "phrase not learned", ...errorEntry(error) });
    }
    return made || fallbackPhrase();
  }
}
