import { expect, test } from "vitest";
import { SignInSchema } from "../../../../app/contract/sign-in";
import { signInProblems } from "../../../../app/contract/sign-in-rules";

test("both fields are needed, and each that is missing is named", () => {
  expect(Object.keys(signInProblems({ email: " ", password: "" }))).toEqual(["email", "password"]);
  expect(Object.keys(signInProblems({ email: "a@b.in", password: "" }))).toEqual(["password"]);
  expect(signInProblems({ email: "a@b.in", password: " " })).toEqual({});
});

test("the e-mail is trimmed, the password is taken as it stands", () => {
  expect(SignInSchema.parse({ email: " a@b.in ", password: " x " })).toEqual({ email: "a@b.in", password: " x " });
  expect(SignInSchema.safeParse({ email: "a@b.in", password: "x", remember: true }).success).toBe(false);
});
