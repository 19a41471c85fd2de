import { expect, test } from "vitest";
import { isEmail, isSameEmail } from "../../../../app/contract/email";

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
