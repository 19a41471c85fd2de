// Schemas for changing an account and recovering it: the forms, and the bodies of the API that are the same. What only the API has is in
// mailed-links.ts.
import type * as z from "zod/mini";
import { parseEmail } from "./email";
import { formSchema, optionalText, text } from "./form-schema";
import { NAME_MAX } from "./limits";
import { FIELD_MESSAGES, MESSAGES, tooLongMessage } from "./messages";
import { checkCurrentPassword, checkNewPassword, checkNewPasswordRequired, OWN_PASSWORD_REQUIRED } from "./password";
import { checkPersonName } from "./person-name";
import { phoneMessage, toE164 } from "./phone";
import { plainLine } from "./plain-line";
import { parseAppOrRecoveryCode } from "./second-factor";

export const RecoverySchema = formSchema({ email: text }, ({ email }, fail) => ({ email: parseEmail(email, fail) }));

export const NameSchema = formSchema({ name: text }, (values, fail) => {
  const name = plainLine(values.name);
  if (name === "") fail("name", FIELD_MESSAGES.name);
  checkPersonName(name, fail);
  if (name.length > NAME_MAX) fail("name", tooLongMessage(NAME_MAX));
  return { name };
});

export const PhoneSchema = formSchema({ phone: text, password: text }, ({ phone, password }, fail) => {
  if (phone.trim() === "") fail("phone", MESSAGES.required, FIELD_MESSAGES.phone);
  if (password === "") fail("password", MESSAGES.required, OWN_PASSWORD_REQUIRED);
  const e164: string = toE164(phone) ?? fail("phone", MESSAGES.phone, phoneMessage(phone));
  checkCurrentPassword("password", password, fail, [OWN_PASSWORD_REQUIRED]);
  return { phone: e164, password };
});

/** The code is needed only while the second factor is on, which the schema cannot know. */
export const DeletionSchema = formSchema({ password: text, code: optionalText }, ({ password, code }, fail) => {
  checkCurrentPassword("password", password, fail, [OWN_PASSWORD_REQUIRED]);
  return { password, secondFactor: code.trim() === "" ? null : parseAppOrRecoveryCode(code, fail) };
});
export type Deletion = z.output<typeof DeletionSchema>;

/** The body of POST /account/password, which checks the password before another call that wants it. */
export const OwnPasswordSchema = formSchema({ password: text }, ({ password }, fail) => {
  checkCurrentPassword("password", password, fail, [OWN_PASSWORD_REQUIRED]);
  return { password };
});

const CURRENT_PASSWORD_REQUIRED = [MESSAGES.required, "Enter your current password"] as const;

/** The body of PATCH /account/password. */
export const PasswordSchema = formSchema({ password: text, oldPassword: text }, ({ password, oldPassword }, fail) => {
  checkCurrentPassword("oldPassword", oldPassword, fail, CURRENT_PASSWORD_REQUIRED);
  checkNewPassword(password, fail);
  return { password, oldPassword };
});

/** The form for it: the new password is typed twice and must differ from the current one. The output is the body of the call. */
export const PasswordFormSchema = formSchema(
  { oldPassword: text, password: text, confirmPassword: text },
  ({ oldPassword, password, confirmPassword }, fail) => {
    if (oldPassword === "") fail("oldPassword", ...CURRENT_PASSWORD_REQUIRED);
    checkNewPasswordRequired({ password, confirmPassword }, fail);
    checkCurrentPassword("oldPassword", oldPassword, fail, CURRENT_PASSWORD_REQUIRED);
    checkNewPassword(password, fail);
    if (oldPassword === password) fail("password", "You have this password already. Choose another one");
    if (password !== confirmPassword) fail("confirmPassword", MESSAGES.mismatch);
    return { password, oldPassword };
  },
);

/** The form for a forgotten password: a new one, typed twice. */
export const NewPasswordFormSchema = formSchema({ password: text, confirmPassword: text }, (values, fail) => {
  checkNewPasswordRequired(values, fail);
  checkNewPassword(values.password, fail);
  if (values.password !== values.confirmPassword) fail("confirmPassword", MESSAGES.mismatch);
  return { password: values.password };
});
