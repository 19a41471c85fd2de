import { z } from "zod";
import { EMAIL_MAX, PASSWORD_MAX } from "./limits";

/** The body of POST /account/sessions/email. What is too long to be right is a wrong password, not a special case. */
export const SignInSchema = z.strictObject({
  email: z.string().trim().max(EMAIL_MAX),
  password: z.string().max(PASSWORD_MAX),
});
export type SignInValues = z.infer<typeof SignInSchema>;
