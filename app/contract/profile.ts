// The schema of the profile form. The body of PATCH /profile is in profile-patch.ts, so that no page loads it.
import { checkbox, formSchema, text } from "./form-schema";
import { FIELD_MESSAGES, MESSAGES } from "./messages";
import {
  checkGuardian,
  checkStudentRequired,
  isBlank,
  PROFILE_TEXT_FIELDS,
  type ProfileTextField,
  parseProfileAnswers,
} from "./profile-fields";

/** The profile form. Its fields have the same rules as at sign-up. */
export const ProfileFormSchema = formSchema(
  {
    ...(Object.fromEntries(PROFILE_TEXT_FIELDS.map((field) => [field, text])) as Record<ProfileTextField, typeof text>),
    guardianAgree: checkbox,
  },
  (values, fail) => {
    const today = new Date();
    for (const field of ["role", "location"] as const) {
      if (isBlank(values[field])) fail(field, MESSAGES.required, FIELD_MESSAGES[field]);
    }
    if (values.role === "Student") checkStudentRequired(values, fail);
    checkGuardian(values, today, fail);
    return parseProfileAnswers(values, today, fail);
  },
);
