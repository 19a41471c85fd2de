import { expect, test } from "vitest";
import { newPasswordErrors } from "../../../../app/forms/new-password";

test("a long enough password, typed twice alike, is taken", () => {
  expect(newPasswordErrors("latur-2026", "latur-2026")).toBeNull();
});

test.each([
  ["", "", "Please fill in all required fields", ["password", "confirmPassword"]],
  ["latur-2026", "", "Please fill in all required fields", ["confirmPassword"]],
  ["short", "short", "Password must be at least 8 characters", ["password"]],
  ["short", "other", "Password must be at least 8 characters", ["password", "confirmPassword"]],
  ["latur-2026", "latur-2025", "Passwords do not match", ["confirmPassword"]],
  ["x".repeat(257), "x".repeat(257), "Password must be at most 256 characters", ["password"]],
])("%j and %j: %s", (password, confirmed, message, fields) => {
  const errors = newPasswordErrors(password, confirmed);
  expect(errors?.message).toBe(message);
  expect(Object.keys(errors?.fields ?? {})).toEqual(fields);
});
