// The security phrase for an address that no account has: two words, as the backend makes them for the others.

// Plain words of the kind that Appwrite's own phrases consist of, so that none gives away where it comes from.
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
] as const;
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
] as const;

/** Such as "Calm lamp". */
export function securityPhrase(): string {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `${ADJECTIVES[first % ADJECTIVES.length]} ${NOUNS[second % NOUNS.length]}`;
}
