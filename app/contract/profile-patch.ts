// The schema of the body of PATCH /profile. Apart from the form, so that no page loads it.
import * as z from "zod/mini";
import { ageOn } from "./age";
import { text } from "./form-schema";
import { COLLEGE_MAX, COMPANY_URL_MAX } from "./limits";
import { EDUCATION, EDUCATION_LEVELS, FIELDS_OF_STUDY, LOCATIONS, ROLES } from "./lists";
import { MESSAGES, tooLongMessage } from "./messages";
import { plainLine } from "./plain-line";
import type { ProfileField } from "./profile-fields";
import { toWebAddress } from "./web-address";

const DEGREES = Object.values(EDUCATION).flat();
const choice = { error: MESSAGES.choice };

const dateOfBirth = z.string().check(z.refine((dob) => ageOn(new Date(), dob) !== null, MESSAGES.dob));
const webAddress = z.pipe(
  text,
  z.transform((typed, context) => {
    const address = toWebAddress(typed);
    if (address !== null && address.length <= COMPANY_URL_MAX) return address;
    const message = address === null ? MESSAGES.url : tooLongMessage(COMPANY_URL_MAX);
    context.issues.push({ code: "custom", message, input: typed });
    return z.NEVER;
  }),
);

const patchFields = {
  role: z.enum(ROLES, choice),
  location: z.enum(LOCATIONS, choice),
  dob: z.nullable(dateOfBirth),
  educationLevel: z.nullable(z.enum(EDUCATION_LEVELS as [string, ...string[]], choice)),
  subLevel: z.nullable(z.enum(DEGREES as [string, ...string[]], choice)),
  majorField: z.nullable(z.enum(FIELDS_OF_STUDY, choice)),
  college: z.nullable(z.string().check(z.overwrite(plainLine), z.minLength(1), z.maxLength(COLLEGE_MAX))),
  companyUrl: z.nullable(webAddress),
  guardianAgree: z.literal(true),
} satisfies Record<ProfileField, z.ZodMiniType>;

/**
 * The body of PATCH /profile: only the changed fields; null clears one. Name and phone are not among them: the calls that change them in
 * the account change the profile too. This checks each field alone; rules that depend on other fields are in profile-change.ts.
 */
export const ProfilePatchSchema = z
  .partial(
    z.strictObject({
      ...patchFields,
      resumeId: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
      portfolioId: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
      uploadTicket: z.string().check(z.maxLength(2048)),
      /** The file that the sender believes to be in the profile. The API reports a conflict when it is another one. */
      expectedFileId: z.string().check(z.maxLength(64)),
    }),
  )
  .check(
    z.refine(({ expectedFileId, uploadTicket, ...changes }) => Object.keys(changes).length > 0, "Nothing to change"),
    z.refine((patch) => !(patch.resumeId && patch.portfolioId), "Change one file at a time: a ticket is for one"),
  );
export type ProfilePatch = z.output<typeof ProfilePatchSchema>;
