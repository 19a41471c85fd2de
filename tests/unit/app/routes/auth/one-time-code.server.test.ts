import { expect, test } from "vitest";
import { codeErrorMessage } from "../../../../../app/routes/auth/one-time-code.server";

test.each(["user_invalid_token", "validation_failed"])(
  "a code refused with %s is an invalid one, in the specification's words",
  (type) => {
    expect(codeErrorMessage({ type, message: "Invalid token passed in the request." })).toMatch(
      /^❌ Invalid OTP: Only the newest code works/,
    );
  },
);

test.each([
  ["rate_limited", "That was tried too often. Try again a little later."],
  ["user_blocked", "This account is blocked."],
  ["setting_missing", "Navarambh is not set up completely yet"],
  ["backend_down", "Navarambh cannot reach its records right now."],
  ["backend_failed", "Something went wrong on our side."],
  ["backend_stalled", "This took too long"],
  ["internal", "Something went wrong on our side."],
  ["backend_refused", "The lantern is out."],
])("%s says why a code that was sent in could not be verified, and not that it is wrong", (type, message) => {
  const text = codeErrorMessage({ type, message: "The lantern is out." });
  expect(text.startsWith(`❌ Invalid OTP: ${message}`)).toBe(true);
});

test("an error without a message says that the code was not verified", () => {
  expect(codeErrorMessage({ type: "backend_refused", message: "" })).toBe(
    "❌ Invalid OTP: The code could not be verified. Please try again.",
  );
});
