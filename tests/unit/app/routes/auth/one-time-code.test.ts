import { beforeEach, expect, test } from "vitest";
import { normalizeCode } from "../../../../../app/contract/typed-code";
import {
  codeError,
  loadPendingCode,
  readPendingCode,
  savePendingCode,
} from "../../../../../app/routes/auth/one-time-code";
import { stubStorage } from "../../../../support/storage";

const SENT = { userId: "u1", email: "asha@people.example.in", phrase: "Calm lantern" };
const NOW = Date.parse("2026-11-21T12:00:00Z");

beforeEach(() => {
  stubStorage("sessionStorage");
  stubStorage("localStorage");
});

test.each(["123456", "123 456", " 123-456\n", "123\u00a0456", "123\u2013456", "１２３４５６"])(
  "the input %j is a valid code",
  (typed) => {
    expect(normalizeCode(typed)).toBe("123456");
    expect(codeError(typed)).toBeNull();
  },
);

test.each([
  ["", "Enter the code from the mail"],
  ["   ", "Enter the code from the mail"],
  ["12345", "The code is a number of 6 digits"],
  ["1234567", "The code is a number of 6 digits"],
  ["12345a", "The code is a number of 6 digits"],
])("the input %j is not a code", (typed, message) => {
  expect(codeError(typed)).toBe(message);
});

test("a sent code is read from the form's hidden fields", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries(SENT)) form.set(name, value);
  expect(readPendingCode(form)).toEqual(SENT);
  form.delete("phrase");
  expect(readPendingCode(form)).toEqual({ ...SENT, phrase: "" });
  form.delete("userId");
  expect(readPendingCode(form)).toBeNull();
});

test("a sent code is stored for its form until it expires", () => {
  savePendingCode("sign-in-code", SENT, NOW);
  // Saving the same code again does not extend its lifetime. A new code has its own.
  savePendingCode("sign-in-code", SENT, NOW + 10 * 60_000);
  expect(loadPendingCode("sign-in-code", NOW + 14 * 60_000)).toEqual(SENT);
  expect(loadPendingCode("sign-in-code", NOW + 15 * 60_000)).toBeNull();
  expect(loadPendingCode("another-form", NOW)).toBeNull();
  savePendingCode("sign-in-code", { ...SENT, phrase: "Warm banyan" }, NOW + 10 * 60_000);
  expect(loadPendingCode("sign-in-code", NOW + 24 * 60_000)?.phrase).toBe("Warm banyan");
});
