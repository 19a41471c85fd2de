// The second factor of an account: what it may be, and how its codes are typed.
import type { Fail } from "./form-schema";
import { normalizeCode } from "./typed-code";

/** What can prove a sign-in after the password: the authenticator app (TOTP, RFC 6238), a code by e-mail, or a recovery code. */
export const FACTORS = ["totp", "email", "recoveryCode"] as const;
export type Factor = (typeof FACTORS)[number];

/** The lengths of Appwrite's codes. */
const CODE_DIGITS = 6;
const RECOVERY_CODE_LENGTH = 10;

const CODE_PATTERN = new RegExp(`^\\d{${CODE_DIGITS}}$`);
const RECOVERY_CODE_PATTERN = new RegExp(`^[0-9a-f]{${RECOVERY_CODE_LENGTH}}$`);

export const FACTOR_MESSAGES = {
  codeRequired: "Enter the code",
  code: `The code is a number of ${CODE_DIGITS} digits`,
  recoveryCode: `A recovery code has ${RECOVERY_CODE_LENGTH} characters: numbers, and letters from a to f`,
} as const;

/**
 * A code as Appwrite wants it: without spaces and dashes, in ASCII digits and lower case.
 * @param fail called when it cannot be a code of this factor
 */
export function parseFactorCode(factor: Factor, typed: string, fail: Fail<"code">): string {
  const code = factor === "recoveryCode" ? normalizeCode(typed).toLowerCase() : normalizeCode(typed);
  if (code === "") fail("code", FACTOR_MESSAGES.codeRequired);
  else if (factor === "recoveryCode") {
    if (!RECOVERY_CODE_PATTERN.test(code)) fail("code", FACTOR_MESSAGES.recoveryCode);
  } else if (!CODE_PATTERN.test(code)) fail("code", FACTOR_MESSAGES.code);
  return code;
}

/** A code, and the factor that it is of. */
export interface FactorCode {
  factor: Factor;
  code: string;
}

/** A code of the authenticator app or a recovery code. They differ in length, so nobody has to say which it is. */
export function parseAppOrRecoveryCode(typed: string, fail: Fail<"code">): FactorCode {
  const factor = normalizeCode(typed).length > CODE_DIGITS ? "recoveryCode" : "totp";
  return { factor, code: parseFactorCode(factor, typed, fail) };
}
