// What the API tells about a member: the account and its profile.
import { z } from "zod";

export const UserSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** E.164, or "" when none is set. */
  phone: z.string(),
  emailVerified: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type User = z.infer<typeof UserSchema>;

const optionalText = z.string().nullable();

/** The profile document as members see it. There is no `password` here, whatever an older client may have stored. */
export const ProfileSchema = z.object({
  /** The account's id. */
  id: z.string(),
  name: optionalText,
  Email: optionalText,
  phone: optionalText,
  role: optionalText,
  location: optionalText,
  agree: z.boolean().nullable(),
  guardianAgree: z.boolean().nullable(),
  dob: optionalText,
  educationLevel: optionalText,
  subLevel: optionalText,
  majorField: optionalText,
  college: optionalText,
  companyUrl: optionalText,
  resumeId: optionalText,
  portfolioId: optionalText,
});
export type Profile = z.infer<typeof ProfileSchema>;

export const AccountSchema = z.object({ user: UserSchema.nullable(), profile: ProfileSchema.nullable() });
export type Account = z.infer<typeof AccountSchema>;

/** A signed-in person's sessions, the one of this browser marked. */
export const SessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
  expiresAt: z.string(),
  device: z.string(),
  country: z.string(),
});
export type Session = z.infer<typeof SessionSchema>;
