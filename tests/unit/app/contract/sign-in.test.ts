import { expect, test } from "vitest";
import { formErrors } from "../../../../app/contract/form-schema";
import { SIGN_IN_EMPTY, SignInSchema } from "../../../../app/contract/sign-in";

test("both fields are required, and each missing one has an error", () => {
  expect(formErrors(SignInSchema, { email: " ", password: "" })).toEqual({
    message: SIGN_IN_EMPTY,
    fields: { email: "Enter your email address", password: "Enter your password" },
  });
  expect(Object.keys(formErrors(SignInSchema, { email: "a@b.in", password: "" })?.fields ?? {})).toEqual(["password"]);
  expect(formErrors(SignInSchema, { email: "a@b.in", password: " " })).toBeNull();
});

test("the email is trimmed, and the password is not", () => {
  expect(SignInSchema.parse({ email: " a@b.in ", password: " x " })).toEqual({ email: "a@b.in", password: " x " });
  expect(SignInSchema.safeParse({ email: "a@b.in", password: "x", remember: true }).success).toBe(false);
});
