// The bodies and the response of the API calls with a mailed link. Apart from the forms, so that no page loads these schemas.
import * as z from "zod/mini";
import { formSchema, text } from "./form-schema";
import { checkNewPassword } from "./password";

/** The query parameters of a link in our mails. */
const linkParams = {
  userId: z.string().check(z.minLength(1), z.maxLength(64)),
  secret: z.string().check(z.minLength(1), z.maxLength(1024)),
};

/** The body of PUT /account/verification and of POST /account/recovery/link. */
export const MailedLinkSchema = z.strictObject(linkParams);

/** The body of PUT /account/recovery. */
export const NewPasswordSchema = formSchema({ ...linkParams, password: text }, ({ password, ...link }, fail) => {
  checkNewPassword(password, fail);
  return { ...link, password };
});

/** "revoked" when the password was changed in another way since the link was sent. */
const RECOVERY_LINK_STATES = ["open", "used", "revoked"] as const;

export const RecoveryLinkSchema = z.object({ state: z.enum(RECOVERY_LINK_STATES) });
export type RecoveryLinkState = z.infer<typeof RecoveryLinkSchema>["state"];
