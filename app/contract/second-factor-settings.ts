// Two-step sign-in in the settings: the bodies of its API calls, which are its forms too.
import type * as z from "zod/mini";
import { formSchema, text } from "./form-schema";
import { checkCurrentPassword, OWN_PASSWORD_REQUIRED } from "./password";
import { parseAppOrRecoveryCode, parseFactorCode } from "./second-factor";

/** Begins to switch it on: a code is mailed. */
export const EnrolmentMailSchema = formSchema({ password: text }, ({ password }, fail) => {
  checkCurrentPassword("password", password, fail, [OWN_PASSWORD_REQUIRED]);
  return { password };
});

/** Goes on with the code from the mail. */
export const EmailCodeSchema = formSchema({ code: text }, ({ code }, fail) => ({
  code: parseFactorCode("email", code, fail),
}));

/** Completes it with the code that the app shows. */
export const AuthenticatorCodeSchema = formSchema({ code: text }, ({ code }, fail) => ({
  code: parseFactorCode("totp", code, fail),
}));

/** What new recovery codes and switching off take: the password, and a code of the app or a recovery code. */
export const SecondFactorProofSchema = formSchema({ password: text, code: text }, ({ password, code }, fail) => {
  checkCurrentPassword("password", password, fail, [OWN_PASSWORD_REQUIRED]);
  return { password, secondFactor: parseAppOrRecoveryCode(code, fail) };
});
export type SecondFactorProof = z.output<typeof SecondFactorProofSchema>;
