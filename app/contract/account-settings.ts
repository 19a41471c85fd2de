// The bodies of the calls that change an account, prove its address or recover it.
import { z } from "zod";
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "./limits";
import { toE164 } from "./phone";
import { plainLine } from "./plain-line";
import { isEmail, SIGN_UP_MESSAGES } from "./sign-up-rules";

const password = z.string().min(1, "Enter your password").max(PASSWORD_MAX, SIGN_UP_MESSAGES.passwordLong);
const newPassword = z
  .string()
  .min(PASSWORD_MIN, SIGN_UP_MESSAGES.passwordShort)
  .max(PASSWORD_MAX, SIGN_UP_MESSAGES.passwordLong);
/** What the link in a mail carries. */
const linkSecret = { userId: z.string().min(1).max(64), secret: z.string().min(1).max(1024) };

export const EmailSchema = z
  .string()
  .trim()
  .max(EMAIL_MAX, SIGN_UP_MESSAGES.email)
  .refine(isEmail, SIGN_UP_MESSAGES.email);
export const RecoverySchema = z.strictObject({ email: EmailSchema });
export const NewPasswordSchema = z.strictObject({ ...linkSecret, password: newPassword });
export const VerificationSchema = z.strictObject(linkSecret);
export const NameSchema = z.strictObject({
  name: z.string().overwrite(plainLine).min(1, "Enter your full name").max(NAME_MAX),
});
export const PhoneSchema = z.strictObject({
  phone: z
    .string()
    .max(40, SIGN_UP_MESSAGES.phone)
    .refine((typed) => toE164(typed) !== null, SIGN_UP_MESSAGES.phone),
  password,
});
export const PasswordSchema = z.strictObject({ password: newPassword, oldPassword: password });
export const DeletionSchema = z.strictObject({ password });
