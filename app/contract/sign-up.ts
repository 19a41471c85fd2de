// The sign-up body of the API, built on the form's own rules, and the profile that it becomes.
import { z } from "zod";
import { DEGREES_WITH_FIELDS } from "./lists";
import { toE164 } from "./phone";
import { plainLine } from "./plain-line";
import { needsGuardian, type SignUpValues } from "./sign-up-fields";
import { toWebAddress } from "./sign-up-rules";

// Far above every real limit: the rules word what is too long, this keeps a hostile body small.
const text = z.string().max(4096).default("");

/**
 * The body of POST /account: every field of the form for every role, and instead of the file its id and upload ticket.
 * Whether the form is right is for `checkSignUp` to say.
 */
export const SignUpSchema = z.strictObject({
  role: text,
  name: text,
  email: text,
  phone: text,
  location: text,
  dob: text,
  educationLevel: text,
  subLevel: text,
  majorField: text,
  college: text,
  companyUrl: text,
  password: text,
  confirmPassword: text,
  agree: z.boolean().default(false),
  guardianAgree: z.boolean().default(false),
  resumeId: z.string().max(64).optional(),
  portfolioId: z.string().max(64).optional(),
  uploadTicket: z.string().max(2048).optional(),
  /** Where a deployment wants the address proven: what PUT /account/tokens/email answered. */
  emailProof: z.string().max(2048).optional(),
});
export type SignUpBody = z.infer<typeof SignUpSchema>;

/** The facts of a profile that come from the form: trimmed, in stored form, with other roles' and empty fields left out. */
export interface ProfileFacts {
  name: string;
  Email: string;
  phone: string;
  role: string;
  location: string;
  agree: boolean;
  guardianAgree?: boolean;
  dob?: string;
  educationLevel?: string;
  subLevel?: string;
  majorField?: string;
  college?: string;
  companyUrl?: string;
}

/** Turns a form that passed the rules into the facts to store. */
export function toProfileFacts(values: SignUpValues, today: Date): ProfileFacts {
  const common = {
    name: plainLine(values.name),
    Email: values.email.trim(),
    phone: toE164(values.phone) ?? values.phone.trim(),
    role: values.role,
    location: values.location,
    agree: values.agree,
  };
  if (values.role !== "Student") {
    const companyUrl = values.companyUrl.trim() === "" ? null : toWebAddress(values.companyUrl);
    return companyUrl ? { ...common, companyUrl } : common;
  }
  return {
    ...common,
    dob: values.dob,
    educationLevel: values.educationLevel,
    subLevel: values.subLevel,
    college: plainLine(values.college),
    ...(DEGREES_WITH_FIELDS.includes(values.subLevel) ? { majorField: values.majorField } : {}),
    ...(needsGuardian(values, today) ? { guardianAgree: true } : {}),
  };
}
