import { expect, test } from "vitest";
import { ANOTHER_COUNTRY, phoneMessage, toE164, withCountryCode } from "../../../../app/contract/phone";

test.each([
  ["98220 55501", "+919822055501"],
  ["098220-55501", "+919822055501"],
  ["(98220) 555.01", "+919822055501"],
  ["91 98220 55501", "+919822055501"],
  ["9122055501", "+919122055501"],
  ["+91 98220 55501", "+919822055501"],
  ["+91 098220 55501", "+919822055501"],
  ["0091 98220 55501", "+919822055501"],
  ["+233 20 555 0101", "+233205550101"],
  ["+234 803 555 0101", "+2348035550101"],
  ["+256 700 555 010", "+256700555010"],
  ["+91 91 98220 55501", "+919822055501"],
  ["+234 2348035550101", "+2348035550101"],
  ["+233 233205550101", "+233205550101"],
  ["+256 256 700 555 010", "+256700555010"],
  ["+233 233 024 412 3456", "+233244123456"],
  ["+44 20 7946 0018", "+442079460018"],
  ["+91 (0)98220 55501", "+919822055501"],
  ["９８２２０ ５５５０１", "+919822055501"],
])("%s is stored as %s", (typed, expected) => {
  expect(toE164(typed)).toBe(expected);
});

test.each([
  "",
  "98220",
  "98220 5550",
  "98220 555 011",
  "phone",
  "+",
  "+91 98220 5550x",
  "+0 12345678",
  "+12",
  "+233 20 555",
  "+91 92 98220 55501",
  "+234 233 8035550101",
  "+91 91 08220 55501",
])("%j is not a phone number", (typed) => {
  expect(toE164(typed)).toBeNull();
});

test.each([
  ["+91", "98220 55501", "98220 55501"],
  ["+233", "020 555 0101", "+233 020 555 0101"],
  ["+233", "+91 98220 55501", "+91 98220 55501"],
  ["+233", "0091 98220 55501", "0091 98220 55501"],
  ["+233", "  ", ""],
  ["", "98220 55501", "98220 55501"],
  [ANOTHER_COUNTRY, "+44 20 7946 0018", "+44 20 7946 0018"],
  // As contact lists and messengers put a number on the clipboard.
  ["+233", "\u202a+233 24 412 3999\u202c", "\u202a+233 24 412 3999\u202c"],
  [ANOTHER_COUNTRY, "\u202d+44 20 7946 0018\u202c", "\u202d+44 20 7946 0018\u202c"],
  ["+233", "(+233) 24 412 3999", "(+233) 24 412 3999"],
  ["+233", "(00233) 24 412 3999", "(00233) 24 412 3999"],
  ["+233", "＋233 24 412 3999", "＋233 24 412 3999"],
])("with the country code %j, %j is sent as %j", (code, typed, phone) => {
  expect(withCountryCode(code, typed)).toBe(phone);
});

test.each(["(0)024 412 3999", "0 024 412 3999", "0 0244 123 999"])(
  "%s has no country code, and is refused in Ghana",
  (typed) => {
    expect(toE164(withCountryCode("+233", typed))).toBeNull();
  },
);

test.each(["(0)0244123999", "98220 55501", "020 7946 0018", "44 20 7946 0018"])(
  "of another country, %s is refused without a plus",
  (typed) => {
    expect(toE164(withCountryCode(ANOTHER_COUNTRY, typed))).toBeNull();
  },
);

test.each([
  ["\u202a+91 98220 55888\u202c", "+919822055888"],
  ["९८२२० ५५८८८", "+919822055888"],
  ["\u202d+44 20 7946 0018\u202c", "+442079460018"],
  ["(00233) 24 412 3999", "+233244123999"],
])("%j is understood, as phones copy and people type it", (typed, phone) => {
  expect(toE164(typed)).toBe(phone);
});

test("the message of a number with an invisible character is that of its country", () => {
  expect(phoneMessage("\u202a+233 24 412\u202c")).toContain("after +233 (Ghana)");
  expect(phoneMessage("\u202d+44 20\u202c")).toContain("the whole phone number with its country code");
});
