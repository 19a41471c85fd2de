import { expect, test } from "vitest";
import { FactorCodeSchema } from "../../../../app/contract/factor-code";
import { collectErrors, parseForm } from "../../../../app/contract/form-schema";
import { FACTOR_MESSAGES, parseFactorCode } from "../../../../app/contract/second-factor";

test.each([
  ["totp", "123456", "123456"],
  ["totp", " 123 456 ", "123456"],
  ["totp", "१२३ ४५६", "123456"],
  ["email", "１２３-４５６", "123456"],
  ["recoveryCode", "0a1b2c3d4e", "0a1b2c3d4e"],
  ["recoveryCode", " 0A1B2–C3D4E ", "0a1b2c3d4e"],
] as const)("the code %s %j is %s", (factor, code, parsed) => {
  expect(parseForm(FactorCodeSchema, { factor, code })).toEqual({ ok: true, data: { factor, code: parsed } });
});

test.each([
  ["totp", " ", FACTOR_MESSAGES.codeRequired],
  ["totp", "12345", FACTOR_MESSAGES.code],
  ["email", "1234567", FACTOR_MESSAGES.code],
  ["totp", "12345a", FACTOR_MESSAGES.code],
  ["recoveryCode", "", FACTOR_MESSAGES.codeRequired],
  ["recoveryCode", "123456", FACTOR_MESSAGES.recoveryCode],
  ["recoveryCode", "0a1b2c3d4g", FACTOR_MESSAGES.recoveryCode],
] as const)("the code %s %j is refused at its field", (factor, typed, message) => {
  expect(collectErrors<"code">((fail) => parseFactorCode(factor, typed, fail))).toEqual({
    message,
    fields: { code: message },
  });
});
