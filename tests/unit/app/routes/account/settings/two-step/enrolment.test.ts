import { expect, test } from "vitest";
import { toEnrolment } from "../../../../../../../app/routes/account/settings/two-step/enrolment.server";

test("the key is shown in groups of four", () => {
  const uri = "otpauth://totp/Navarambh%3Aasha%40example.org?issuer=Navarambh&secret=ABCDEFGHIJ";
  expect(toEnrolment(uri)).toMatchObject({ uri, key: "ABCD EFGH IJ" });
});

test.each([
  "",
  "javascript:alert(1)",
  "https://example.org/totp/?secret=ABCD",
  "otpauth://hotp/Navarambh?secret=ABCD",
  "otpauth://totp/Navarambh",
  "otpauth://totp/Navarambh?secret=not-base32",
  `otpauth://totp/${"a".repeat(1024)}?secret=ABCD`,
])("%j leads to no page with a key", (uri) => {
  expect(toEnrolment(uri)).toBeNull();
});
