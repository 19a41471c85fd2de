import { expect, test } from "vitest";
import { COUNTRY_CODES } from "../../../../app/contract/lists";
import { ANOTHER_COUNTRY, phoneMessage, toE164, withCountryCode } from "../../../../app/contract/phone";
import { formatPhone, phoneHint, splitPhone } from "../../../../app/lib/format-phone";

test.each([
  ["+919822055502", "+91 98220 55502"],
  ["+233205550101", "+233 20 555 0101"],
  ["+2348035550101", "+234 803 555 0101"],
  ["+256700555010", "+256 700 555 010"],
  ["+4915112345678", "+4915112345678"],
])("%s is formatted as %s", (e164, expected) => {
  expect(formatPhone(e164)).toBe(expected);
});

test.each(COUNTRY_CODES)("the example for $country is a valid number with the right count of digits", (country) => {
  const { code, digits, example } = country;
  expect(toE164(`${code} ${example}`)).toBe(code + example.replaceAll(" ", ""));
  expect(example.replaceAll(" ", "")).toHaveLength(digits);
});

test.each([
  ["", "+91", ""],
  ["+919822055502", "+91", "98220 55502"],
  ["+2348035550101", "+234", "803 555 0101"],
  ["+4915112345678", ANOTHER_COUNTRY, "+4915112345678"],
])("the fields of a form show %j as %j and %j, and read it back", (e164, code, number) => {
  expect(splitPhone(e164)).toEqual({ code, number });
  if (e164) expect(toE164(withCountryCode(code, number))).toBe(e164);
});

test("hint and error depend on the country code", () => {
  expect(phoneHint("+91")).toBe("Ten digits, like 98220 55501.");
  expect(phoneHint("+233")).toBe("Nine digits, like 20 555 0101.");
  expect(phoneHint(ANOTHER_COUNTRY)).toBe("With its country code, like +44 20 7946 0018.");
  expect(phoneMessage("123")).toBe("Enter a phone number with 10 digits after +91 (India), like 98220 55501");
  expect(phoneMessage("00256 7")).toBe("Enter a phone number with 9 digits after +256 (Uganda), like 700 555 010");
  expect(phoneMessage("+0 7946 0018")).toBe(
    "Enter the whole phone number with its country code, like +44 20 7946 0018",
  );
});
