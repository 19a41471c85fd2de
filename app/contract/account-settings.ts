// The bodies of the calls that change an account, prove its address or recover it, and the forms that are sent to them.
import * as z from "zod/mini";
import { parseEmail } from "./email";
import { formSchema, text } from "./form-schema";
import { NAME_MAX } from "./limits";
import { FIELD_MESSAGES, MESSAGES, tooLongMessage } from "./messages";
import { checkNewPassword, checkOwnPassword, checkPasswordLength } from "./password";
import { phoneMessage, toE164 } from "./phone";
import { plainLine } from "./plain-line";

/** What the link in a mail carries. */
const linkSecret = {
  userId: z.string().check(z.minLength(1), z.maxLength(64)),
  secret: z.string().check(z.minLength(1), z.maxLength(1024)),
};

export const RecoverySchema = formSchema({ email: text }, ({ email }, fail) => ({ email: parseEmail(email, fail) }));

export const VerificationSchema = z.strictObject(linkSecret);

export const NameSchema = formSchema({ name: text }, (values, fail) => {
  const name = plainLine(values.name);
  if (name === "") fail("name", FIELD_MESSAGES.name);
  if (name.length > NAME_MAX) fail("name", tooLongMessage(NAME_MAX));
  return { name };
});

export const PhoneSchema = formSchema({ phone: text, password: text }, ({ phone, password }, fail) => {
  if (phone.trim() === "") fail("phone", MESSAGES.required, FIELD_MESSAGES.phone);
  if (password === "") fail("password", MESSAGES.required, "Enter your password");
  const e164 = toE164(phone) ?? fail("phone", MESSAGES.phone, phoneMessage(phone));
  checkOwnPassword("password", password, fail);
  return { phone: e164, password };
});

export const DeletionSchema = formSchema({ password: text }, ({ password }, fail) => {
  checkOwnPassword("password", password, fail);
  return { password };
});

const CURRENT = [MESSAGES.required, "Enter your current password"] as const;

/** The body of PATCH /account/password. */
export const PasswordSchema = formSchema({ password: text, oldPassword: text }, ({ password, oldPassword }, fail) => {
  checkOwnPassword("oldPassword", oldPassword, fail, CURRENT);
  checkPasswordLength(password, fail);
  return { password, oldPassword };
});

/** The form that is sent there: the new password is typed twice, and is another one. */
export const PasswordFormSchema = formSchema(
  { oldPassword: text, password: text, confirmPassword: text },
  ({ oldPassword, password, confirmPassword }, fail) => {
    checkOwnPassword("oldPassword", oldPassword, fail, CURRENT);
    checkNewPassword({ password, confirmPassword }, fail);
    if (oldPassword === password) fail("password", "You have this password already. Choose another one");
    return { password, oldPassword };
  },
);

/** The body of PUT /account/recovery. */
export const NewPasswordSchema = formSchema({ ...linkSecret, password: text }, ({ password, ...link }, fail) => {
  checkPasswordLength(password, fail);
  return { ...link, password };
});

/** The form of a new password without the one before. */
export const NewPasswordFormSchema = formSchema({ password: text, confirmPassword: text }, (values, fail) => {
  checkNewPassword(values, fail);
  return { password: values.password };
});
