import { expect, test } from "vitest";
import { cleanEmail, isEmail, isSameEmail } from "../../../../app/contract/email";

test.each(["a@b.in", "asha.kulkarni+hub@mail.example.co.in", "x_1@sub-domain.example"])(
  "%s is an email address",
  (value) => {
    expect(isEmail(value)).toBe(true);
  },
);

test.each(["", "asha", "asha@", "@b.in", "a@b", "a b@c.in", "a@b..in", "a@-b.in", "a@@b.in", "a@b.in "])(
  "%j is not an email address",
  (value) => {
    expect(isEmail(value)).toBe(false);
  },
);

test("isSameEmail ignores case and surrounding spaces", () => {
  expect(isSameEmail(" Asha@Example.in ", "asha@example.in")).toBe(true);
  expect(isSameEmail("asha@example.in", "meera@example.in")).toBe(false);
});

test.each([
  "a..b@example.in",
  ".a@example.in",
  "a.@example.in",
  `${"a".repeat(65)}@example.in`,
  "a@1.2.3.4",
  "अ@example.in",
  '"a b"@example.in',
])("Appwrite would reject %s", (value) => {
  expect(isEmail(value)).toBe(false);
});

test("characters that cannot be seen are removed from an e-mail", () => {
  expect(cleanEmail(" \u200basha@example.in\u200e ")).toBe("asha@example.in");
});
