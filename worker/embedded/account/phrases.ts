// The security phrase of a one-time code: two words shown on the page and in the e-mail, for comparison.
import { randomInt } from "node:crypto";

const ADJECTIVES = [
  "Brave",
  "Bright",
  "Calm",
  "Cheerful",
  "Clever",
  "Creative",
  "Curious",
  "Friendly",
  "Gentle",
  "Happy",
  "Helpful",
  "Honest",
  "Kind",
  "Lively",
  "Loyal",
  "Modest",
  "Patient",
  "Peaceful",
  "Playful",
  "Serene",
  "Sincere",
  "Strong",
  "Upbeat",
  "Vibrant",
];
const NOUNS = [
  "apple",
  "book",
  "candle",
  "cloud",
  "door",
  "feather",
  "fountain",
  "island",
  "kite",
  "lamp",
  "lemon",
  "mango",
  "moon",
  "notebook",
  "ocean",
  "orange",
  "owl",
  "piano",
  "rainbow",
  "rose",
  "sun",
  "telescope",
  "tree",
  "violin",
];

/** Such as "Calm lamp". */
export function securityPhrase(): string {
  return `${ADJECTIVES[randomInt(ADJECTIVES.length)]} ${NOUNS[randomInt(NOUNS.length)]}`;
}
