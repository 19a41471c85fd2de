import { expect, test } from "vitest";
import { EXISTING_ACCOUNT_WRONG_PASSWORD } from "../../../../app/contract/errors";
import {
  errorField,
  errorFields,
  errorMessage,
  formatWait,
  formErrorMessage,
  guestFileErrorMessage,
  isRateLimited,
} from "../../../../app/lib/error-messages";

const FALLBACK = "Signup failed. Please try again.";

test("the message depends on the error's type, not on the backend's message", () => {
  const error = {
    type: "user_invalid_credentials",
    message: "Invalid credentials. Please check the email and password.",
  };
  expect(errorMessage(error, FALLBACK)).toBe("The email or the password is not right. Check both and try again.");
});

test("a wrong password for an existing account has the specification's sentence", () => {
  const error = { type: "existing_account_wrong_password", message: EXISTING_ACCOUNT_WRONG_PASSWORD };
  expect(errorMessage(error, FALLBACK)).toBe(EXISTING_ACCOUNT_WRONG_PASSWORD);
});

test("an unknown type keeps the API's message, and without one gets the fallback", () => {
  expect(errorMessage({ type: "something_new", message: "The backend said so" }, FALLBACK)).toBe("The backend said so");
  expect(errorMessage({ type: "something_new", message: "" }, FALLBACK)).toBe(FALLBACK);
});

test("a rate limit says when to try again, if Retry-After is known", () => {
  const error = { type: "rate_limited", message: "" };
  expect(errorMessage({ ...error, retryAfterSeconds: 700 }, FALLBACK)).toContain("Try again in 12 minutes.");
  expect(errorMessage(error, FALLBACK)).toContain("Try again a little later.");
});

test("a limit per network says that many people share it", () => {
  expect(errorMessage({ type: "network_limited", message: "", retryAfterSeconds: 700 }, FALLBACK)).toBe(
    "Many people are trying this from your network. Try again in 12 minutes.",
  );
});

test("the limit on uploads tells a guest to continue without the file", () => {
  const error = { type: "too_many_uploads", message: "", retryAfterSeconds: 700 };
  const message = "Too many files in the last hour. Try again in 12 minutes.";
  expect(errorMessage(error, FALLBACK)).toBe(message);
  expect(guestFileErrorMessage(error, FALLBACK)).toBe(
    `${message} Or go on without it, and add it later from your dashboard.`,
  );
  const other = { type: "file_empty", message: "" };
  expect(guestFileErrorMessage(other, FALLBACK)).toBe(errorMessage(other, FALLBACK));
});

test("an overloaded site's message says when to try again, and that a form keeps its input", () => {
  const error = { type: "overloaded", message: "", retryAfterSeconds: 5 };
  const message = "Many people are here right now. Try again in 5 seconds.";
  expect(errorMessage(error, FALLBACK)).toBe(message);
  expect(formErrorMessage(error, FALLBACK)).toBe(`${message} Everything you typed is still here.`);
  // A page's own request has no header that says when.
  const unknown = { ...error, retryAfterSeconds: undefined };
  expect(errorMessage(unknown, FALLBACK)).toBe("Many people are here right now. Try again in a few seconds.");
});

test("isRateLimited holds for limits only", () => {
  for (const type of ["rate_limited", "general_rate_limit_exceeded", "network_limited"]) {
    expect(isRateLimited({ type, message: "" })).toBe(true);
  }
  expect(isRateLimited({ type: "user_invalid_credentials", message: "" })).toBe(false);
});

test("a form's message says that the input is kept after a transient error only", () => {
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
])("a wait of %i seconds is formatted as %s", (seconds, expected) => {
  expect(formatWait(seconds)).toBe(expected);
});

test.each([
  ["user_blocked", "This account is blocked. Write to hello@navarambh.example, and we will look into it."],
  ["password_recently_used", "You have used this password before. Choose another one."],
  ["forbidden", "This file was sent from another account, or before you signed in. Choose it again."],
  [
    "user_email_already_exists",
    "There is an account with this email already. Sign in instead, or use another address.",
  ],
  ["user_session_already_exists", "Somebody is signed in here already. Sign out first, then sign in again."],
  [
    "password_leaked",
    "This password was in data stolen from another site. Choose another one, and use this one nowhere.",
  ],
  [
    "storage_device_not_found",
    "We have no room for files right now. Go on without it, and add it later from your dashboard",
  ],
])("the message for %s says what to do", (type, expected) => {
  expect(errorMessage({ type, message: "The backend's message." }, FALLBACK)).toBe(expected);
});

const COMMON_PASSWORD = {
  type: "general_argument_invalid",
  message:
    "Invalid `password` param: Password must be between 8 and 265 characters long, and should not be one of the commonly used password.",
};

test("a common password has a message of ours, at the password field", () => {
  expect(errorMessage(COMMON_PASSWORD, FALLBACK)).toContain("Choose another one.");
  expect(errorMessage(COMMON_PASSWORD, FALLBACK)).not.toContain("param");
  expect(errorField(COMMON_PASSWORD)).toBe("password");
});

test.each([
  ["password_recently_used", "", "password"],
  ["password_leaked", "", "password"],
  ["user_already_exists", "", "email"],
  ["general_argument_invalid", "Invalid `number` param: Phone number must start with a '+'", "phone"],
  ["general_argument_invalid", "Invalid `url` param: Invalid URI", null],
  ["user_blocked", "Invalid `email` param", null],
])("%s (%s) is about the field %s", (type, message, field) => {
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
