import type { Fail } from "./form-schema";
import { PASSWORD_MAX, PASSWORD_MIN } from "./limits";
import { FIELD_MESSAGES, MESSAGES } from "./messages";

export type StrengthWord = "Weak" | "Medium" | "Strong";

/** The strength of a password: a point each for length, upper case, lower case, digit and symbol (the specification, point 4). */
export function passwordStrength(password: string): { score: number; word: StrengthWord } {
  const tests = [password.length >= PASSWORD_MIN, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  const score = tests.filter((test) => (typeof test === "boolean" ? test : test.test(password))).length;
  return { score, word: score <= 2 ? "Weak" : score === 3 ? "Medium" : "Strong" };
}

/** The rules on a new password's length, in characters. Nothing of a password is trimmed. */
export function checkPasswordLength(password: string, fail: Fail<"password">): void {
  if (password.length < PASSWORD_MIN) fail("password", MESSAGES.passwordShort);
  if (password.length > PASSWORD_MAX) fail("password", MESSAGES.passwordLong);
}

/** The rules on a new password that is typed twice. */
export function checkNewPassword(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  fail: Fail<"password" | "confirmPassword">,
): void {
  if (password === "") fail("password", MESSAGES.required, FIELD_MESSAGES.password);
  if (confirmPassword === "") fail("confirmPassword", MESSAGES.required, FIELD_MESSAGES.confirmPassword);
  checkPasswordLength(password, fail);
  if (password !== confirmPassword) fail("confirmPassword", MESSAGES.mismatch);
}

/** The rules on a password that somebody has already, as far as they can be told without asking the backend. */
export function checkOwnPassword<Field extends string>(
  field: Field,
  password: string,
  fail: Fail<Field>,
  [sentence, message]: readonly [sentence: string, message?: string] = ["Enter your password"],
): void {
  if (password === "") fail(field, sentence, message);
  if (password.length > PASSWORD_MAX) fail(field, MESSAGES.passwordLong);
}
