// The security phrase of a one-time code: two words that show in the page and in the mail, so that one can compare.
import { randomInt } from "node:crypto";

const ADJECTIVES = [
  "Amber",
  "Bright",
  "Calm",
  "Daring",
  "Eager",
  "Fresh",
  "Gentle",
  "Honest",
  "Ivory",
  "Jolly",
  "Kind",
  "Lively",
  "Mellow",
  "Noble",
  "Open",
  "Patient",
  "Quiet",
  "Ready",
  "Sunny",
  "Tidy",
  "Upbeat",
  "Vivid",
  "Warm",
  "Young",
];
const NOUNS = [
  "banyan",
  "bridge",
  "canvas",
  "compass",
  "courtyard",
  "drum",
  "engine",
  "festival",
  "garden",
  "harbour",
  "kite",
  "lantern",
  "loom",
  "mango",
  "monsoon",
  "notebook",
  "orchard",
  "peacock",
  "river",
  "rocket",
  "saffron",
  "telescope",
  "tulsi",
  "workshop",
];

/** Such as "Sunny lantern". */
export function securityPhrase(): string {
  return `${ADJECTIVES[randomInt(ADJECTIVES.length)]} ${NOUNS[randomInt(NOUNS.length)]}`;
}
