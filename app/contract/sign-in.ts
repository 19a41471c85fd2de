import { cleanEmail } from "./email";
import { formSchema, text } from "./form-schema";
import { FIELD_MESSAGES } from "./messages";

/** The message when the e-mail or the password is empty. */
export const SIGN_IN_EMPTY = "Please enter both email and password";

/**
 * The sign-in form, and the body of POST /account/sessions/email. There is no rule for the length: a password that is too long is simply
 * wrong.
 */
export const SignInSchema = formSchema({ email: text, password: text }, (values, fail) => {
  const email = cleanEmail(values.email);
  if (email === "") fail("email", SIGN_IN_EMPTY, FIELD_MESSAGES.email);
  if (values.password === "") fail("password", SIGN_IN_EMPTY, "Enter your password");
  return { email, password: values.password };
});
