// The rules of the sign-in form, without the schema library, for the browser.

export const SIGN_IN_EMPTY = "Please enter both email and password";

/** The fields that keep a sign-in from being sent, with their words; empty when there is nothing to say. */
export function signInProblems(values: { email: string; password: string }): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!values.email.trim()) problems.email = "Enter your email address";
  if (!values.password) problems.password = "Enter your password";
  return problems;
}
