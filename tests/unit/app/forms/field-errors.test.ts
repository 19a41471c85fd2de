import { expect, test } from "vitest";
import { formErrors } from "../../../../app/contract/form-schema";
import { SignUpSchema } from "../../../../app/contract/sign-up";
import { errorsInOrder, remainingErrors } from "../../../../app/forms/field-errors";
import { FIELD_ORDER } from "../../../../app/routes/auth/sign-up/errors";

const errorsOf = (values: Parameters<typeof formErrors<typeof SignUpSchema>>[1]) =>
  formErrors(SignUpSchema, values)?.fields ?? {};

test("the links of a summary follow the page, whatever the order of the rules", () => {
  const errors = errorsOf({ email: "nonsense" });
  const fields = errorsInOrder(FIELD_ORDER, errors).map(({ field }) => field);
  expect(fields).toEqual(["role", "name", "email", "phone", "location", "password", "confirmPassword", "agree"]);
});

test("a mark goes when its field is right, and none comes while somebody types", () => {
  const marked = { name: "Enter your full name", email: "Enter your email address" };
  const now = errorsOf({ name: "Asha" });
  expect(remainingErrors(marked, now)).toEqual({ email: "Enter your email address" });
  expect(remainingErrors(marked, {})).toEqual({});
});

test("a mark that stays says what is wrong now", () => {
  const marked = { confirmPassword: "Enter the password once more" };
  const now = errorsOf({ password: "Tulsi-river-48", confirmPassword: "Tulsi-river-49" });
  expect(remainingErrors(marked, now)).toEqual({ confirmPassword: "Passwords do not match" });
});
