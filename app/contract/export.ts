// The file that a member takes away: everything that is held about him, as the law on personal data asks.
import * as z from "zod/mini";
import { ProfileSchema, SessionSchema, UserSchema } from "./account";
import { FILE_KINDS } from "./files";

const ExportedFileSchema = z.object({
  id: z.string(),
  /** What the profile calls it; null for an upload that it does not name. */
  kind: z.nullable(z.enum(FILE_KINDS)),
  /** These are null when the file is lost. */
  name: z.nullable(z.string()),
  /** In bytes. */
  size: z.nullable(z.number()),
  type: z.nullable(z.string()),
  /** ISO 8601. */
  uploadedAt: z.nullable(z.string()),
  /** Where its owner, signed in, can download it. */
  download: z.string(),
});
export type ExportedFile = z.infer<typeof ExportedFileSchema>;

/** With what an older client may have stored beside our own fields; never a password. */
const ExportedProfileSchema = z.looseObject({ ...ProfileSchema.shape, createdAt: z.string(), updatedAt: z.string() });

/** All times are in ISO 8601; "" where there is none. */
export const ExportSchema = z.object({
  exportedAt: z.string(),
  account: z.extend(UserSchema, {
    updatedAt: z.string(),
    lastSeenAt: z.string(),
    passwordChangedAt: z.string(),
    phoneVerified: z.boolean(),
    labels: z.array(z.string()),
    preferences: z.record(z.string(), z.unknown()),
  }),
  profile: z.nullable(ExportedProfileSchema),
  /** Other profiles of the member, which older clients left. */
  olderProfiles: z.array(ExportedProfileSchema),
  files: z.array(ExportedFileSchema),
  sessions: z.array(SessionSchema),
});
export type Export = z.infer<typeof ExportSchema>;
