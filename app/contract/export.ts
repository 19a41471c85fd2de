// The data export: everything that is stored about a member. Members have a right to it under data protection law.
import * as z from "zod/mini";
import { ProfileSchema, SessionSchema, UserSchema } from "./account";
import { FILE_KINDS } from "./files";

const ExportedFileSchema = z.object({
  id: z.string(),
  /** Its kind in the profile; null for a file that is not in the profile. */
  kind: z.nullable(z.enum(FILE_KINDS)),
  /** This and the next three are null when the file is missing from storage. */
  name: z.nullable(z.string()),
  /** In bytes. */
  size: z.nullable(z.number()),
  type: z.nullable(z.string()),
  /** ISO 8601. */
  uploadedAt: z.nullable(z.string()),
  /** The URL of the download, for which its owner must be signed in. */
  download: z.string(),
});
export type ExportedFile = z.infer<typeof ExportedFileSchema>;

/** A loose object: older clients may have stored fields that we do not know. A password is never among them. */
const ExportedProfileSchema = z.looseObject({ ...ProfileSchema.shape, createdAt: z.string(), updatedAt: z.string() });

/** All times are in ISO 8601, or "" when there is none. */
export const ExportSchema = z.object({
  exportedAt: z.string(),
  account: z.extend(UserSchema, {
    lastSeenAt: z.string(),
    passwordChangedAt: z.string(),
    phoneVerified: z.boolean(),
    /** Two-step sign-in. Neither the app's secret nor the recovery codes are in the export: whoever reads them could sign in. */
    secondFactor: z.object({ isOn: z.boolean(), hasAuthenticator: z.boolean(), hasRecoveryCodes: z.boolean() }),
    labels: z.array(z.string()),
    preferences: z.record(z.string(), z.unknown()),
  }),
  profile: z.nullable(ExportedProfileSchema),
  /** Further profiles of the member, created by older clients. */
  olderProfiles: z.array(ExportedProfileSchema),
  files: z.array(ExportedFileSchema),
  sessions: z.array(SessionSchema),
});
export type Export = z.infer<typeof ExportSchema>;
