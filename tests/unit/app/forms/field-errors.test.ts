import { expect, test } from "vitest";
import { formErrors } from "../../../../app/contract/form-schema";
import { SignUpSchema } from "../../../../app/contract/sign-up";
import { errorsInOrder, remainingErrors } from "../../../../app/forms/field-errors";
import { FIELD_ORDER } from "../../../../app/routes/auth/sign-up/errors";

const errorsOf = (values: Parameters<typeof formErrors<typeof SignUpSchema>>[1]) =>
  formErrors(SignUpSchema, values)?.fields ?? {};

test("errors are in the order of the page, not of the rules", () => {
  const errors = errorsOf({ email: "nonsense" });
  const fields = errorsInOrder(FIELD_ORDER, errors).map(({ field }) => field);
  expect(fields).toEqual(["role", "name", "email", "phone", "location", "password", "confirmPassword", "agree"]);
});

test("an error is removed when its field is valid, and no new errors are added while typing", () => {
  const shownErrors = { name: "Enter your full name", email: "Enter your email address" };
  const currentErrors = errorsOf({ name: "Asha" });
  expect(remainingErrors(shownErrors, currentErrors)).toEqual({ email: "Enter your email address" });
  expect(remainingErrors(shownErrors, {})).toEqual({});
});

test("a remaining error has its current message", () => {
  const shownErrors = { confirmPassword: "Enter the password once more" };
  const currentErrors = errorsOf({ password: "Tulsi-river-48", confirmPassword: "Tulsi-river-49" });
  expect(remainingErrors(shownErrors, currentErrors)).toEqual({ confirmPassword: "Passwords do not match" });
});

test("a file comes after the fields of its role", () => {
  const order = FIELD_ORDER.join(" ");
  expect(order).toContain("college resume companyUrl portfolio password");
});
