import { expect, test } from "vitest";
import { EXISTING_ACCOUNT_WRONG_PASSWORD } from "../../../../app/contract/errors";
import {
  errorField,
  errorFields,
  errorMessage,
  formatWait,
  formErrorMessage,
  guestFileErrorMessage,
  withAlternative,
} from "../../../../app/lib/error-messages";

const FALLBACK = "Signup failed. Please try again.";

test("an error is worded by its type, not by the backend's message", () => {
  const error = {
    type: "user_invalid_credentials",
    message: "Invalid credentials. Please check the email and password.",
  };
  expect(errorMessage(error, FALLBACK)).toBe("The email or the password is not right. Check both and try again.");
});

test("the existing account's wrong password keeps the specification's sentence", () => {
  const error = { type: "existing_account_wrong_password", message: EXISTING_ACCOUNT_WRONG_PASSWORD };
  expect(errorMessage(error, FALLBACK)).toBe(EXISTING_ACCOUNT_WRONG_PASSWORD);
});

test("an unknown type keeps its message, and without one gets the fallback", () => {
  expect(errorMessage({ type: "something_new", message: "The backend said so" }, FALLBACK)).toBe("The backend said so");
  expect(errorMessage({ type: "something_new", message: "" }, FALLBACK)).toBe(FALLBACK);
});

test("too many tries say when to try again, if the answer did", () => {
  const error = { type: "rate_limited", message: "" };
  expect(errorMessage({ ...error, retryAfterSeconds: 700 }, FALLBACK)).toContain("Try again in 12 minutes.");
  expect(errorMessage(error, FALLBACK)).toContain("Try again a little later.");
});

test("a network that many people share is named as what is used up", () => {
  expect(errorMessage({ type: "network_limited", message: "", retryAfterSeconds: 700 }, FALLBACK)).toBe(
    "Many people are joining or signing in from your network. Try again in 12 minutes.",
  );
});

test("an hour's files that are used up need not keep anybody from joining", () => {
  const error = { type: "too_many_uploads", message: "", retryAfterSeconds: 700 };
  const words = "Too many files in the last hour. Try again in 12 minutes.";
  expect(errorMessage(error, FALLBACK)).toBe(words);
  expect(guestFileErrorMessage(error, FALLBACK)).toBe(
    `${words} Or go on without it, and add it later from your dashboard.`,
  );
  const other = { type: "file_empty", message: "" };
  expect(guestFileErrorMessage(other, FALLBACK)).toBe(errorMessage(other, FALLBACK));
});

test("what was tried too often names another way, and nothing else does", () => {
  for (const type of ["rate_limited", "general_rate_limit_exceeded", "network_limited"]) {
    expect(withAlternative({ type, message: "" }, "Not now.", "Take the other door.")).toBe(
      "Not now. Take the other door.",
    );
  }
  const wrong = { type: "user_invalid_credentials", message: "" };
  expect(withAlternative(wrong, "Not right.", "Take the other door.")).toBe("Not right.");
});

test("a form promises that nothing is lost where it only has to be sent again", () => {
  const kept = "Everything you typed is still here.";
  expect(formErrorMessage({ type: "backend_down", message: "" }, FALLBACK)).toContain(kept);
  expect(formErrorMessage({ type: "user_invalid_credentials", message: "" }, FALLBACK)).not.toContain(kept);
});

test.each([
  [0, "in 1 second"],
  [1, "in 1 second"],
  [59, "in 59 seconds"],
  [60, "in 1 minute"],
  [61, "in 2 minutes"],
  [3540, "in 59 minutes"],
  [3600, "in an hour"],
  [3601, "in 2 hours"],
])("a wait of %i seconds reads %s", (seconds, words) => {
  expect(formatWait(seconds)).toBe(words);
});

test.each([
  ["user_blocked", "This account is blocked. Write to hello@navarambh.example, and we will look into it."],
  ["password_recently_used", "You have used this password before. Choose another one."],
  ["forbidden", "This file was sent from another account, or before you signed in. Choose it again."],
  [
    "user_email_already_exists",
    "There is an account with this email already. Sign in instead, or use another address.",
  ],
  ["user_phone_already_exists", "Another account has this phone number. Use another one."],
  ["user_session_already_exists", "Somebody is signed in here already. Sign out first, then sign in again."],
  [
    "storage_device_not_found",
    "We have no room for files right now. Go on without it, and add it later from your dashboard",
  ],
])("%s says what to do", (type, words) => {
  expect(errorMessage({ type, message: "The backend's own words." }, FALLBACK)).toBe(words);
});

const COMMON = {
  type: "general_argument_invalid",
  message:
    "Invalid `password` param: Password must be between 8 and 265 characters long, and should not be one of the commonly used password.",
};

test("a password that many people have is worded, and belongs to its field", () => {
  expect(errorMessage(COMMON, FALLBACK)).toContain("Choose another one.");
  expect(errorMessage(COMMON, FALLBACK)).not.toContain("param");
  expect(errorField(COMMON)).toBe("password");
});

test.each([
  ["password_recently_used", "", "password"],
  ["user_already_exists", "", "email"],
  ["user_phone_already_exists", "", "phone"],
  ["general_argument_invalid", "Invalid `number` param: Phone number must start with a '+'", "phone"],
  ["general_argument_invalid", "Invalid `url` param: Invalid URI", null],
  ["user_blocked", "Invalid `email` param", null],
])("%s (%s) is about %s", (type, message, field) => {
  expect(errorField({ type, message })).toBe(field);
});

test.each(["user_email_disposable", "user_email_free", "user_email_not_canonical", "user_email_not_corporate"])(
  "%s is said at the e-mail field, with what to do",
  (type) => {
    const error = { type, message: "The email is not allowed." };
    const message = errorMessage(error, FALLBACK);
    expect(message).not.toContain(error.message);
    expect(errorFields(error, message)).toEqual({ email: message });
  },
);

test("fields that the API names are taken over", () => {
  const error = { type: "validation_failed", message: "No", fields: { phone: "Enter your phone number" } };
  expect(errorFields(error, "No")).toEqual({ phone: "Enter your phone number" });
  expect(errorFields({ type: "backend_down", message: "" }, "No")).toEqual({});
});
