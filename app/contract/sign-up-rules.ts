// The rules of the sign-up form, in the specification's order. No schema library here, so that the form
// can check itself in the browser for a few hundred bytes; `sign-up.ts` builds the API's schema on these.
import { COLLEGE_MAX, COMPANY_URL_MAX, EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "./limits";
import { DEGREES_WITH_FIELDS, degreesOf, EDUCATION_LEVELS, FIELDS_OF_STUDY, LOCATIONS, ROLES } from "./lists";
import { phoneProblem, toE164 } from "./phone";
import { plainLine } from "./plain-line";
import {
  ageOn,
  needsGuardian,
  type SignUpField,
  type SignUpTextField,
  type SignUpValues,
  UNVERIFIED,
} from "./sign-up-fields";

export const SIGN_UP_MESSAGES = {
  required: "Please fill in all required fields",
  unverified: UNVERIFIED,
  student: "Please fill in all student-specific fields",
  field: "Please select your field of study",
  email: "Please enter a valid email address",
  phone: "Please enter a valid phone number",
  url: "Please enter a valid company URL",
  passwordShort: "Password must be at least 8 characters",
  passwordLong: "Password must be at most 256 characters",
  mismatch: "Passwords do not match",
  agree: "You must agree to the Terms & Privacy Policy",
  guardian: "A parent or guardian must agree before you join",
  tooLong: "Please shorten the answers marked below",
  choice: "Please choose from the lists",
  dob: "Please enter a valid date of birth",
} as const;

/** What is wrong with a form: the sentence of the first rule that fails, and the words for each field concerned. */
export interface SignUpProblems {
  message: string;
  fields: Partial<Record<SignUpField, string>>;
}

const MISSING: Record<SignUpTextField, string> = {
  role: "Choose what you are joining as",
  name: "Enter your full name",
  email: "Enter your email address",
  phone: "Enter your phone number",
  location: "Choose your location",
  dob: "Enter your date of birth",
  educationLevel: "Choose your education level",
  subLevel: "Choose your degree or class",
  majorField: SIGN_UP_MESSAGES.field,
  college: "Enter the name of your college",
  companyUrl: "Enter your company URL",
  password: "Enter a password",
  confirmPassword: "Enter the password once more",
};
const REQUIRED = ["name", "email", "phone", "password", "confirmPassword", "role", "location"] as const;
const STUDENT_REQUIRED = ["dob", "educationLevel", "subLevel", "college"] as const;
const MAX_LENGTHS: Partial<Record<SignUpTextField, number>> = {
  name: NAME_MAX,
  email: EMAIL_MAX,
  college: COLLEGE_MAX,
  companyUrl: COMPANY_URL_MAX,
};

/** True when Appwrite would take this as an e-mail address: something, one "@", a dotted domain, no spaces. */
export function isEmail(value: string): boolean {
  return /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(value);
}

/** A web address with a scheme, or null: "example.in" becomes "https://example.in". */
export function toWebAddress(typed: string): string | null {
  const text = typed.trim();
  const candidate = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  return /^https?:$/.test(url.protocol) && url.hostname.includes(".") ? candidate : null;
}

export interface SignUpCheckOptions {
  /** False where a deployment wants the address proven first (the specification, point 5, rule 2). */
  emailVerified?: boolean;
}

/**
 * Checks a form by the rules of the specification's point 5, in their order, then by what the backend would refuse.
 * @returns null when the form may be sent; otherwise the first failing rule's sentence and every failing field's words.
 */
export function checkSignUp(
  values: SignUpValues,
  today: Date,
  { emailVerified = true }: SignUpCheckOptions = {},
): SignUpProblems | null {
  const fields: Partial<Record<SignUpField, string>> = {};
  let message: string | null = null;
  const fail = (field: SignUpField, sentence: string, words: string = sentence) => {
    message ??= sentence;
    fields[field] ??= words;
  };
  // A password of spaces is a password: nothing of it is trimmed, here or anywhere.
  const empty = (field: SignUpTextField) =>
    (field === "password" || field === "confirmPassword" ? values[field] : plainLine(values[field])) === "";

  for (const field of REQUIRED) if (empty(field)) fail(field, SIGN_UP_MESSAGES.required, MISSING[field]);

  if (!emailVerified) message ??= SIGN_UP_MESSAGES.unverified;

  const isStudent = values.role === "Student";
  if (isStudent) {
    for (const field of STUDENT_REQUIRED) if (empty(field)) fail(field, SIGN_UP_MESSAGES.student, MISSING[field]);
    if (DEGREES_WITH_FIELDS.includes(values.subLevel) && empty("majorField"))
      fail("majorField", SIGN_UP_MESSAGES.field);
  }
  if (!empty("email") && !isEmail(values.email.trim())) fail("email", SIGN_UP_MESSAGES.email);
  if (!emailVerified) fail("email", SIGN_UP_MESSAGES.unverified);
  if (!empty("password")) {
    if (values.password.length < PASSWORD_MIN) fail("password", SIGN_UP_MESSAGES.passwordShort);
    if (values.password.length > PASSWORD_MAX) fail("password", SIGN_UP_MESSAGES.passwordLong);
  }
  if (!empty("confirmPassword") && values.password !== values.confirmPassword) {
    fail("confirmPassword", SIGN_UP_MESSAGES.mismatch);
  }
  if (!values.agree) fail("agree", SIGN_UP_MESSAGES.agree);
  if (needsGuardian(values, today) && !values.guardianAgree) fail("guardianAgree", SIGN_UP_MESSAGES.guardian);

  // From here on: what the specification leaves to the backend, said before anything is sent.
  if (!empty("phone") && toE164(values.phone) === null) {
    fail("phone", SIGN_UP_MESSAGES.phone, phoneProblem(values.phone));
  }
  if (isStudent) {
    if (!empty("dob") && ageOn(today, values.dob) === null) fail("dob", SIGN_UP_MESSAGES.dob);
    if (!empty("educationLevel") && !(EDUCATION_LEVELS as string[]).includes(values.educationLevel)) {
      fail("educationLevel", SIGN_UP_MESSAGES.choice, MISSING.educationLevel);
    }
    if (!empty("subLevel") && !degreesOf(values.educationLevel).includes(values.subLevel)) {
      fail("subLevel", SIGN_UP_MESSAGES.choice, MISSING.subLevel);
    }
    const asksField = DEGREES_WITH_FIELDS.includes(values.subLevel);
    if (asksField && !empty("majorField") && !(FIELDS_OF_STUDY as readonly string[]).includes(values.majorField)) {
      fail("majorField", SIGN_UP_MESSAGES.field);
    }
  } else if (!empty("companyUrl") && toWebAddress(values.companyUrl) === null) {
    fail("companyUrl", SIGN_UP_MESSAGES.url, "Enter a web address like https://example.in");
  }
  if (!empty("role") && !(ROLES as readonly string[]).includes(values.role)) {
    fail("role", SIGN_UP_MESSAGES.choice, MISSING.role);
  }
  if (!empty("location") && !(LOCATIONS as readonly string[]).includes(values.location)) {
    fail("location", SIGN_UP_MESSAGES.choice, MISSING.location);
  }
  for (const [field, max] of Object.entries(MAX_LENGTHS) as [SignUpTextField, number][]) {
    const ofOtherRole = field === "college" ? !isStudent : field === "companyUrl" ? isStudent : false;
    if (!ofOtherRole && values[field].trim().length > max) {
      fail(field, SIGN_UP_MESSAGES.tooLong, `Use at most ${max} characters`);
    }
  }
  return message === null ? null : { message, fields };
}
