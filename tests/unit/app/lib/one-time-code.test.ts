import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  codeProblem,
  plainCode,
  readSentCode,
  recallSentCode,
  rememberSentCode,
} from "../../../../app/lib/one-time-code";
import { stubStorage } from "../../../support/storage";

const SENT = { userId: "u1", email: "asha@people.example.in", phrase: "Calm lantern" };
const NOW = Date.parse("2026-11-21T12:00:00Z");

beforeEach(() => {
  stubStorage("sessionStorage");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(["123456", "123 456", " 123-456\n", "123\u00a0456", "123\u2013456", "１２３４５６"])(
  "%j is a code as people type and paste it",
  (typed) => {
    expect(plainCode(typed)).toBe("123456");
    expect(codeProblem(typed)).toBeNull();
  },
);

test.each([
  ["", "Enter the code from the mail"],
  ["   ", "Enter the code from the mail"],
  ["12345", "The code is a number of 6 digits"],
  ["1234567", "The code is a number of 6 digits"],
  ["12345a", "The code is a number of 6 digits"],
])("%j is no code", (typed, words) => {
  expect(codeProblem(typed)).toBe(words);
});

test("a sent code reads back from the form that carries it", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries(SENT)) form.set(name, value);
  expect(readSentCode(form)).toEqual(SENT);
  form.delete("phrase");
  expect(readSentCode(form)).toEqual({ ...SENT, phrase: "" });
  form.delete("userId");
  expect(readSentCode(form)).toBeNull();
});

test("a sent code is kept for its form as long as it holds", () => {
  rememberSentCode("sign-in-code", SENT, NOW);
  // Shown once more, it holds no longer for it; another one does.
  rememberSentCode("sign-in-code", SENT, NOW + 10 * 60_000);
  expect(recallSentCode("sign-in-code", NOW + 14 * 60_000)).toEqual(SENT);
  expect(recallSentCode("sign-in-code", NOW + 15 * 60_000)).toBeNull();
  expect(recallSentCode("another-form", NOW)).toBeNull();
  rememberSentCode("sign-in-code", { ...SENT, phrase: "Warm banyan" }, NOW + 10 * 60_000);
  expect(recallSentCode("sign-in-code", NOW + 24 * 60_000)?.phrase).toBe("Warm banyan");
});
