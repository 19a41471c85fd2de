import { z } from "zod";
import { SIGN_IN_EMPTY, signInProblems } from "./sign-in-rules";

// Far above every real limit: what is too long to be right is a wrong password, not a special case.
const text = z.string().max(4096);

/** The body of POST /account/sessions/email. */
export const SignInSchema = z.strictObject({ email: text.trim(), password: text }).superRefine((values, context) => {
  const problems = Object.entries(signInProblems(values));
  if (problems.length === 0) return;
  // The first issue is the sentence above the form; the rest belong to fields.
  context.addIssue({ code: "custom", message: SIGN_IN_EMPTY, path: [] });
  for (const [field, message] of problems) context.addIssue({ code: "custom", message, path: [field] });
});
export type SignInValues = z.infer<typeof SignInSchema>;
