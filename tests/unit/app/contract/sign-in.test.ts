import { expect, test } from "vitest";
import { SignInSchema } from "../../../../app/contract/sign-in";
import { SIGN_IN_EMPTY, signInProblems } from "../../../../app/contract/sign-in-rules";

test("both fields are needed, and each that is missing is named", () => {
  expect(Object.keys(signInProblems({ email: " ", password: "" }))).toEqual(["email", "password"]);
  expect(Object.keys(signInProblems({ email: "a@b.in", password: "" }))).toEqual(["password"]);
  expect(signInProblems({ email: "a@b.in", password: " " })).toEqual({});
});

test("the e-mail is trimmed, the password is taken as it stands", () => {
  expect(SignInSchema.parse({ email: " a@b.in ", password: " x " })).toEqual({ email: "a@b.in", password: " x " });
  expect(SignInSchema.safeParse({ email: "a@b.in", password: "x", remember: true }).success).toBe(false);
});

test("the body is refused with the form's sentence first and one entry a field after it", () => {
  const { error } = SignInSchema.safeParse({ email: "  ", password: "" });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    [undefined, SIGN_IN_EMPTY],
    ["email", "Enter your email address"],
    ["password", "Enter your password"],
  ]);
});
