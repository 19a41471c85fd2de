// What the API tells about a member: the account and its profile.
import * as z from "zod/mini";
import { FILE_KINDS } from "./files";

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

const optionalText = z.nullable(z.string());

/** The profile document as members see it. There is no `password` here, whatever an older client may have stored. */
export const ProfileSchema = z.object({
  /** The account's id. */
  id: z.string(),
  name: optionalText,
  Email: optionalText,
  phone: optionalText,
  role: optionalText,
  location: optionalText,
  agree: z.nullable(z.boolean()),
  guardianAgree: z.nullable(z.boolean()),
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

/** The facts of the file that a profile names; all but id and kind are null when the backend has lost it. */
export const ProfileFileSchema = z.object({
  id: z.string(),
  kind: z.enum(FILE_KINDS),
  name: z.nullable(z.string()),
  /** In bytes. */
  size: z.nullable(z.number()),
  /** ISO 8601. */
  uploadedAt: z.nullable(z.string()),
});
export type ProfileFile = z.infer<typeof ProfileFileSchema>;

export const AccountSchema = z.object({ user: z.nullable(UserSchema), profile: z.nullable(ProfileSchema) });
export type Account = z.infer<typeof AccountSchema>;

/** A signed-in person's sessions, the one of this browser marked. */
export const SessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Browser and system in short, or "Unknown device". */
  device: z.string(),
  /** "Chrome Mobile 131", "Android 14", "Google Pixel 8"; "" where that is not known. */
  browser: z.string(),
  system: z.string(),
  hardware: z.string(),
  kind: z.enum(["phone", "tablet", "computer", ""]),
  /** Where it was opened; "" where that is not known. */
  country: z.string(),
  ip: z.string(),
  /** How it was opened. */
  method: z.enum(["password", "code", ""]),
});
export type Session = z.infer<typeof SessionSchema>;
