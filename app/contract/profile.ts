// The body of PATCH /profile: what a member may change in the profile itself.
import { z } from "zod";
import { COLLEGE_MAX, COMPANY_URL_MAX } from "./limits";
import { EDUCATION, EDUCATION_LEVELS, FIELDS_OF_STUDY, LOCATIONS, ROLES } from "./lists";
import { plainLine } from "./plain-line";
import { ageOn } from "./sign-up-fields";
import { SIGN_UP_MESSAGES, toWebAddress } from "./sign-up-rules";

const DEGREES = Object.values(EDUCATION).flat();
const choice = { error: SIGN_UP_MESSAGES.choice };

/**
 * Only changed fields; null empties an optional one. Name, e-mail and phone belong to the account too and are changed
 * there; `id` never changes.
 */
export const ProfilePatchSchema = z
  .strictObject({
    role: z.enum(ROLES, choice),
    location: z.enum(LOCATIONS, choice),
    dob: z
      .string()
      .refine((dob) => ageOn(new Date(), dob) !== null, SIGN_UP_MESSAGES.dob)
      .nullable(),
    educationLevel: z.enum(EDUCATION_LEVELS as [string, ...string[]], choice).nullable(),
    subLevel: z.enum(DEGREES as [string, ...string[]], choice).nullable(),
    majorField: z.enum(FIELDS_OF_STUDY, choice).nullable(),
    college: z.string().overwrite(plainLine).min(1).max(COLLEGE_MAX).nullable(),
    companyUrl: z
      .string()
      .max(COMPANY_URL_MAX)
      .refine((url) => toWebAddress(url) !== null, SIGN_UP_MESSAGES.url)
      .transform((url) => toWebAddress(url))
      .nullable(),
    guardianAgree: z.literal(true),
    resumeId: z.string().min(1).max(64).nullable(),
    portfolioId: z.string().min(1).max(64).nullable(),
    uploadTicket: z.string().max(2048),
    /** The one file that this change may take out of the profile; without it, whichever is there. */
    expectedFileId: z.string().max(64),
  })
  .partial()
  .refine((patch) => Object.keys(patch).some((field) => field !== "expectedFileId"), "Nothing to change")
  .refine((patch) => !(patch.resumeId && patch.portfolioId), "Change one file at a time: a ticket is for one");
export type ProfilePatch = z.infer<typeof ProfilePatchSchema>;
