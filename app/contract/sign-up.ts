// The sign-up form: its fields, its rules in the specification's order, and its output.
import * as z from "zod/mini";
import { cleanEmail, isEmail } from "./email";
import { checkbox, type Fail, formSchema, optionalText } from "./form-schema";
import { EMAIL_MAX, NAME_MAX } from "./limits";
import { FIELD_MESSAGES, MESSAGES } from "./messages";
import { checkNewPassword } from "./password";
import { checkPersonName } from "./person-name";
import { phoneMessage, toE164 } from "./phone";
import { plainLine } from "./plain-line";
import {
  checkGuardian,
  checkLength,
  checkStudentRequired,
  isBlank,
  type ProfileAnswers,
  parseProfileAnswers,
} from "./profile-fields";

/** The text fields of the form, in the order in which the page shows them. */
export const SIGN_UP_TEXT_FIELDS = [
  "role",
  "name",
  "email",
  "phone",
  "location",
  "dob",
  "educationLevel",
  "subLevel",
  "majorField",
  "college",
  "companyUrl",
  "password",
  "confirmPassword",
] as const;
type SignUpTextField = (typeof SIGN_UP_TEXT_FIELDS)[number];
export type SignUpField = SignUpTextField | "agree" | "guardianAgree";

/** The values of the form: texts as typed ("" when empty), and the two checkboxes. */
export type SignUpValues = Record<SignUpTextField, string> & { agree: boolean; guardianAgree: boolean };

/** The profile document of a new member. */
type NewProfile = ProfileAnswers & {
  name: string;
  Email: string;
  /** In E.164. */
  phone: string;
  agree: true;
};

const FIELDS = {
  ...(Object.fromEntries(SIGN_UP_TEXT_FIELDS.map((field) => [field, optionalText])) as Record<
    SignUpTextField,
    typeof optionalText
  >),
  agree: checkbox,
  guardianAgree: checkbox,
  /** The id of the uploaded file, and the ticket that proves that this browser uploaded it. */
  resumeId: z.optional(z.string().check(z.maxLength(64))),
  portfolioId: z.optional(z.string().check(z.maxLength(64))),
  uploadTicket: z.optional(z.string().check(z.maxLength(2048))),
  /** The `proof` of `AddressProofSchema`, where a deployment requires the proof of an e-mail. */
  emailProof: z.optional(z.string().check(z.maxLength(2048))),
};

const REQUIRED = ["name", "email", "phone", "password", "confirmPassword", "role", "location"] as const;

function checkRequired(values: SignUpValues, fail: Fail<SignUpField>): void {
  for (const field of REQUIRED) {
    // Spaces are a valid password.
    const isPassword = field === "password" || field === "confirmPassword";
    if (isPassword ? values[field] === "" : isBlank(values[field])) {
      fail(field, MESSAGES.required, FIELD_MESSAGES[field]);
    }
  }
}

/** @param needsProof true where a deployment requires the proof of an e-mail for sign-up */
function signUpSchema(needsProof: boolean) {
  return formSchema(FIELDS, ({ resumeId, portfolioId, uploadTicket, emailProof, ...values }, fail) => {
    const today = new Date();
    const email = cleanEmail(values.email);

    // The rules of the specification's point 5, in its order. An invalid address is not asked for a proof (rule 2), since no code can
    // be sent to it; rule 5 reports it.
    checkRequired(values, fail);
    if (needsProof && !emailProof && isEmail(email)) fail("email", MESSAGES.emailProof);
    if (values.role === "Student") checkStudentRequired(values, fail);
    if (!isEmail(email)) fail("email", MESSAGES.email);
    checkNewPassword(values.password, fail);
    if (values.password !== values.confirmPassword) fail("confirmPassword", MESSAGES.mismatch);
    if (!values.agree) fail("agree", MESSAGES.agree);
    checkGuardian(values, today, fail);

    // The specification leaves these rules to the backend. Here they are checked before anything is sent.
    const phone: string = toE164(values.phone) ?? fail("phone", MESSAGES.phone, phoneMessage(values.phone));
    const answers = parseProfileAnswers(values, today, fail);
    const name = plainLine(values.name);
    checkPersonName(name, fail);
    checkLength("name", name, NAME_MAX, fail);
    checkLength("email", email, EMAIL_MAX, fail);

    const profile: NewProfile = { name, Email: email, phone, agree: true, ...answers };
    return { email, password: values.password, profile, resumeId, portfolioId, uploadTicket, emailProof };
  });
}

/** The sign-up form, and the body of POST /account. A role's fields are ignored for other roles. The file is uploaded before. */
export const SignUpSchema = signUpSchema(false);
/** The same where a deployment requires the proof of an e-mail. */
export const ProvenSignUpSchema = signUpSchema(true);

/** The parsed form. */
export type SignUp = z.output<typeof SignUpSchema>;
