// The sign-up form: what it asks for, its rules in the specification's order, and what becomes of it.
import * as z from "zod/mini";
import { isEmail } from "./email";
import { checkbox, type Fail, formSchema, optionalText } from "./form-schema";
import { EMAIL_MAX, NAME_MAX } from "./limits";
import { FIELD_MESSAGES, MESSAGES } from "./messages";
import { checkPasswordLength } from "./password";
import { phoneMessage, toE164 } from "./phone";
import { plainLine } from "./plain-line";
import {
  checkGuardian,
  checkLength,
  checkStudentRequired,
  isEmpty,
  type ProfileAnswers,
  parseProfileAnswers,
} from "./profile-fields";

/** Every text field of the form, in the order in which the page shows them. */
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
export type SignUpTextField = (typeof SIGN_UP_TEXT_FIELDS)[number];
export type SignUpField = SignUpTextField | "agree" | "guardianAgree";

/** What the form holds: text as typed ("" when empty), and the two boxes. */
export type SignUpValues = Record<SignUpTextField, string> & { agree: boolean; guardianAgree: boolean };

/** The profile of a new member, as its document keeps it. */
export type NewProfile = ProfileAnswers & {
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
  /** The uploaded file, and the ticket that shows that it was this browser's. */
  resumeId: z.optional(z.string().check(z.maxLength(64))),
  portfolioId: z.optional(z.string().check(z.maxLength(64))),
  uploadTicket: z.optional(z.string().check(z.maxLength(2048))),
  /** Where the address has to be proven first: what PUT /account/tokens/email answered. */
  emailProof: z.optional(z.string().check(z.maxLength(2048))),
};

const REQUIRED = ["name", "email", "phone", "password", "confirmPassword", "role", "location"] as const;

function checkRequired(values: SignUpValues, fail: Fail<SignUpField>): void {
  for (const field of REQUIRED) {
    // A password of spaces is a password.
    const isPassword = field === "password" || field === "confirmPassword";
    if (isPassword ? values[field] === "" : isEmpty(values[field])) {
      fail(field, MESSAGES.required, FIELD_MESSAGES[field]);
    }
  }
}

/** @param needsProof true where a deployment wants the address proven before anybody joins */
function signUpSchema(needsProof: boolean) {
  return formSchema(FIELDS, ({ resumeId, portfolioId, uploadTicket, emailProof, ...values }, fail) => {
    const today = new Date();
    const email = values.email.trim();

    // The rules of the specification's point 5. What is no address cannot be sent a code, so rule 5 says that instead of rule 2.
    checkRequired(values, fail);
    if (needsProof && !emailProof && isEmail(email)) fail("email", MESSAGES.unverified);
    if (values.role === "Student") checkStudentRequired(values, fail);
    if (!isEmail(email)) fail("email", MESSAGES.email);
    checkPasswordLength(values.password, fail);
    if (values.password !== values.confirmPassword) fail("confirmPassword", MESSAGES.mismatch);
    if (!values.agree) fail("agree", MESSAGES.agree);
    checkGuardian(values, today, fail);

    // What the specification leaves to the backend, said before anything is sent.
    const phone = toE164(values.phone) ?? fail("phone", MESSAGES.phone, phoneMessage(values.phone));
    const answers = parseProfileAnswers(values, today, fail);
    const name = plainLine(values.name);
    checkLength("name", name, NAME_MAX, fail);
    checkLength("email", email, EMAIL_MAX, fail);

    const profile: NewProfile = { name, Email: email, phone, agree: true, ...answers };
    return { email, password: values.password, profile, resumeId, portfolioId, uploadTicket, emailProof };
  });
}

/** The body of POST /account: every field of the form for every role, and instead of the file its id and upload ticket. */
export const SignUpSchema = signUpSchema(false);
/** The same where a deployment wants the address proven before anybody joins. */
export const ProvenSignUpSchema = signUpSchema(true);

/** A form that passed the rules. */
export type SignUp = z.output<typeof SignUpSchema>;
