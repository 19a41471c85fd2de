import type { Fail } from "./form-schema";
import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from "./limits";
import { FIELD_MESSAGES, MESSAGES } from "./messages";

export type StrengthLabel = "Weak" | "Medium" | "Strong";

/** The strength of a password: one point each for length, upper case, lower case, a digit and a symbol (the specification, point 4). */
export function passwordStrength(password: string): { score: number; word: StrengthLabel } {
  const tests = [password.length >= PASSWORD_MIN, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  const score = tests.filter((test) => (typeof test === "boolean" ? test : test.test(password))).length;
  return { score, word: score <= 2 ? "Weak" : score === 3 ? "Medium" : "Strong" };
}

/**
 * The rules for a new password that need no list. Passwords are never trimmed. Half of a character (a lone surrogate) is refused: in UTF-8 all
 * halves become the same sign, so that another password would do as well.
 */
export function checkNewPassword(password: string, fail: Fail<"password">): void {
  if (password.length < PASSWORD_MIN) fail("password", MESSAGES.passwordShort);
  checkPasswordMaximum("password", password, fail);
  if (/\p{Cs}/u.test(password)) fail("password", MESSAGES.passwordBroken);
}

function checkPasswordMaximum<Field extends string>(field: Field, password: string, fail: Fail<Field>): void {
  if (password.length > PASSWORD_MAX_BYTES) fail(field, MESSAGES.passwordLong);
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES) fail(field, MESSAGES.passwordManyBytes);
}

/** The required fields of a new password, which is typed twice. */
export function checkNewPasswordRequired(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  fail: Fail<"password" | "confirmPassword">,
): void {
  if (password === "") fail("password", MESSAGES.required, FIELD_MESSAGES.password);
  if (confirmPassword === "") fail("confirmPassword", MESSAGES.required, FIELD_MESSAGES.confirmPassword);
}

export const OWN_PASSWORD_REQUIRED = "Enter your password";

/** The rules for the current password. Whether it is correct, only the backend can check. */
export function checkCurrentPassword<Field extends string>(
  field: Field,
  password: string,
  fail: Fail<Field>,
  [formMessage, fieldMessage]: readonly [formMessage: string, fieldMessage?: string],
): void {
  if (password === "") fail(field, formMessage, fieldMessage);
  checkPasswordMaximum(field, password, fail);
}
