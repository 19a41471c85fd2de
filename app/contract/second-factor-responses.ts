// What the API returns about the second factor. Apart from the forms, so that no page loads these schemas.
import * as z from "zod/mini";
import { FACTORS } from "./second-factor";

/** What a sign-in that lacks its second factor may be finished with. */
export const PendingSignInStateSchema = z.object({
  factors: z.array(z.enum(FACTORS)),
  /** True when an e-mail with a code was sent. */
  isEmailSent: z.boolean(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type PendingSignInState = z.infer<typeof PendingSignInStateSchema>;

export const SecondFactorStateSchema = z.object({
  /** True when signing in takes a code of the member's authenticator app, or a recovery code. */
  isOn: z.boolean(),
  /** It can be switched on only with a verified e-mail. */
  isEmailVerified: z.boolean(),
  /** Null while it is off, and when the backend did not tell. */
  recoveryCodesLeft: z.nullable(z.number()),
});
export type SecondFactorState = z.infer<typeof SecondFactorStateSchema>;

const ENROLMENT_STEPS = ["none", "mailed", "connect"] as const;

/** How far a member has come who is switching the second factor on in this browser. */
export const EnrolmentSchema = z.object({
  /** "mailed" when a code was mailed, "connect" when the app was given its secret. */
  step: z.enum(ENROLMENT_STEPS),
  /** The `otpauth:` address that the app was given, at "connect". It holds the secret. */
  uri: z.nullable(z.string()),
});
export type Enrolment = z.infer<typeof EnrolmentSchema>;

/** What an authenticator app is given. Both hold the secret. */
export const AuthenticatorSchema = z.object({
  /** In base32 (RFC 4648), without padding. */
  secret: z.string(),
  /** An `otpauth:` address, as apps read it from a QR code. */
  uri: z.string(),
});
export type Authenticator = z.infer<typeof AuthenticatorSchema>;

/** Each works once, in place of the app's code. They are returned only when they are made. */
export const RecoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
