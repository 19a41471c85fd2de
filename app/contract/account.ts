// What the API returns about a member: account, profile, file and sessions.
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

const nullableText = z.nullable(z.string());

/** The profile document. Older clients may have stored a `password` in it; the API never returns that. */
export const ProfileSchema = z.object({
  /** The account's id. */
  id: z.string(),
  name: nullableText,
  Email: nullableText,
  phone: nullableText,
  role: nullableText,
  location: nullableText,
  agree: z.nullable(z.boolean()),
  guardianAgree: z.nullable(z.boolean()),
  dob: nullableText,
  educationLevel: nullableText,
  subLevel: nullableText,
  majorField: nullableText,
  college: nullableText,
  companyUrl: nullableText,
  resumeId: nullableText,
  portfolioId: nullableText,
});
export type Profile = z.infer<typeof ProfileSchema>;

/** The file of a profile. When the file itself is missing from storage, only its id and kind are known and the rest is null. */
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

/** One of a member's sessions. */
export const SessionSchema = z.object({
  id: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Browser and operating system, or "Unknown device". */
  device: z.string(),
  /** "Chrome Mobile 131", "Android 14", "Google Pixel 8"; each is "" when unknown. */
  browser: z.string(),
  system: z.string(),
  hardware: z.string(),
  kind: z.enum(["phone", "tablet", "computer", ""]),
  /** Where the member signed in; "" when unknown. */
  country: z.string(),
  ip: z.string(),
  /** How the member signed in; "" when unknown. */
  method: z.enum(["password", "code", ""]),
});
export type Session = z.infer<typeof SessionSchema>;
