import { expect, test } from "vitest";
import {
  NameSchema,
  NewPasswordFormSchema,
  PasswordSchema,
  PhoneSchema,
  RecoverySchema,
} from "../../../../app/contract/account-settings";
import { formErrors } from "../../../../app/contract/form-schema";
import { NewPasswordSchema } from "../../../../app/contract/mailed-links";

test("a password that is long enough and confirmed is accepted", () => {
  const values = { password: "latur-2026", confirmPassword: "latur-2026" };
  expect(NewPasswordFormSchema.parse(values)).toEqual({ password: "latur-2026" });
});

test.each([
  ["", "", "Please fill in all required fields", ["password", "confirmPassword"]],
  ["latur-2026", "", "Please fill in all required fields", ["confirmPassword"]],
  ["short", "short", "Password must be at least 8 characters", ["password"]],
  ["short", "other", "Password must be at least 8 characters", ["password", "confirmPassword"]],
  ["latur-2026", "latur-2025", "Passwords do not match", ["confirmPassword"]],
  ["x".repeat(257), "x".repeat(257), "Password must be at most 256 characters", ["password"]],
])("the new password %j, confirmed with %j, is rejected: %s", (password, confirmPassword, message, fields) => {
  const errors = formErrors(NewPasswordFormSchema, { password, confirmPassword });
  expect(errors?.message).toBe(message);
  expect(Object.keys(errors?.fields ?? {}).sort()).toEqual([...fields].sort());
});

test("name, phone number and email are parsed to their stored form", () => {
  expect(NameSchema.parse({ name: " Asha\nKulkarni " })).toEqual({ name: "Asha Kulkarni" });
  expect(PhoneSchema.parse({ phone: "098220 55501", password: " " })).toEqual({
    phone: "+919822055501",
    password: " ",
  });
  expect(RecoverySchema.parse({ email: " asha@example.in " })).toEqual({ email: "asha@example.in" });
});

test.each(["", "asha", `${"a".repeat(250)}@b.in`])("%j is not a valid email for recovery", (email) => {
  expect(Object.keys(formErrors(RecoverySchema, { email })?.fields ?? {})).toEqual(["email"]);
});

test("the API's schemas require no confirmation, but a minimum length", () => {
  expect(PasswordSchema.parse({ password: "latur-2026", oldPassword: "x" })).toEqual({
    password: "latur-2026",
    oldPassword: "x",
  });
  const link = { userId: "u1", secret: "s1" };
  expect(NewPasswordSchema.parse({ ...link, password: "latur-2026" })).toEqual({ ...link, password: "latur-2026" });
  expect(NewPasswordSchema.safeParse({ ...link, password: "short" }).success).toBe(false);
});
