import { expect, test } from "vitest";
import { checkSignUp } from "../../../../app/contract/sign-up-rules";
import { errorsInOrder, remainingErrors } from "../../../../app/forms/field-errors";
import { EMPTY_ENTRY, PAGE_ORDER } from "../../../../app/routes/auth/sign-up/entry";

const today = new Date("2026-01-01");

test("the links of a summary follow the page, whatever the order of the rules", () => {
  const errors = checkSignUp({ ...EMPTY_ENTRY.values, email: "nonsense" }, today)?.fields ?? {};
  const fields = errorsInOrder(PAGE_ORDER, errors).map(({ field }) => field);
  expect(fields).toEqual(["role", "name", "email", "phone", "location", "password", "confirmPassword", "agree"]);
});

test("a mark goes when its field is right, and none comes while somebody types", () => {
  const marked = { name: "Enter your full name", email: "Enter your email address" };
  const now = checkSignUp({ ...EMPTY_ENTRY.values, name: "Asha" }, today)?.fields ?? {};
  expect(remainingErrors(marked, now)).toEqual({ email: "Enter your email address" });
  expect(remainingErrors(marked, {})).toEqual({});
});

test("a mark that stays says what is wrong now", () => {
  const marked = { confirmPassword: "Enter the password once more" };
  const values = { ...EMPTY_ENTRY.values, password: "Tulsi-river-48", confirmPassword: "Tulsi-river-49" };
  const now = checkSignUp(values, today)?.fields ?? {};
  expect(remainingErrors(marked, now)).toEqual({ confirmPassword: "Passwords do not match" });
});
