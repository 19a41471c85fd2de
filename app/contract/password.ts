import { PASSWORD_MIN } from "./limits";

export type StrengthWord = "Weak" | "Medium" | "Strong";

/** The strength of a password: a point each for length, upper case, lower case, digit and symbol (the specification, point 4). */
export function passwordStrength(password: string): { score: number; word: StrengthWord } {
  const tests = [password.length >= PASSWORD_MIN, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  const score = tests.filter((test) => (typeof test === "boolean" ? test : test.test(password))).length;
  return { score, word: score <= 2 ? "Weak" : score === 3 ? "Medium" : "Strong" };
}
