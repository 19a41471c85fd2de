import { z } from "zod";
import { EMAIL_MAX, PASSWORD_MAX } from "./limits";

export const SIGN_IN_EMPTY = "Please enter both email and password";

/** The body of POST /account/sessions/email. What is too long to be right is a wrong password, not a special case. */
export const SignInSchema = z.strictObject({
  email: z.string().trim().max(EMAIL_MAX),
  password: z.string().max(PASSWORD_MAX),
});
export type SignInValues = z.infer<typeof SignInSchema>;

/** The fields that keep a sign-in from being sent, with their words; empty when there is nothing to say. */
export function signInProblems(values: { email: string; password: string }): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!values.email.trim()) problems.email = "Enter your email address";
  if (!values.password) problems.password = "Enter your password";
  return problems;
}
