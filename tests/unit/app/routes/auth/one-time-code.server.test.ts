import { expect, test } from "vitest";
import { codeErrorMessage } from "../../../../../app/routes/auth/one-time-code.server";

test.each(["user_invalid_token", "validation_failed"])(
  "a code rejected with %s has the specification's message for an invalid code",
  (type) => {
    expect(codeErrorMessage({ type, message: "Invalid token passed in the request." })).toMatch(
      /^❌ Invalid OTP: Only the newest code works/,
    );
  },
);

test.each([
  ["user_blocked", "This account is blocked."],
  ["setting_missing", "Navarambh is not set up completely yet"],
  ["backend_down", "Navarambh cannot reach its records right now."],
  ["backend_failed", "Something went wrong on our side."],
  ["backend_stalled", "This took too long"],
  ["internal", "Something went wrong on our side."],
  ["backend_refused", "The lantern is out."],
])("%s says why the code could not be verified, and not that it is wrong", (type, message) => {
  const error = codeErrorMessage({ type, message: "The lantern is out." });
  expect(error.startsWith(`❌ Invalid OTP: ${message}`)).toBe(true);
});

test("an error without a message says that the code was not verified", () => {
  expect(codeErrorMessage({ type: "backend_refused", message: "" })).toBe(
    "❌ Invalid OTP: The code could not be verified. Please try again.",
  );
});

test.each([
  [
    "rate_limited",
    180,
    "This code was not checked, because too many codes were entered before it. It may be right. Wait, and enter it again in 3 minutes.",
  ],
  [
    "network_limited",
    12,
    "This code was not checked, because many people are entering codes from your network. It may be right. Wait, and enter it again in 12 seconds.",
  ],
  // Longer than a code is valid.
  [
    "rate_limited",
    3600,
    "This code was not checked, because too many codes were entered before it. It may be right. Wait, and ask for another one in an hour.",
  ],
])("%s for %i seconds says that the code was not checked, and how long to wait", (type, seconds, message) => {
  expect(codeErrorMessage({ type, message: "", retryAfterSeconds: seconds })).toBe(`❌ Invalid OTP: ${message}`);
});
