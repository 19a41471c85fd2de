// The messages of the forms' rules. Point 5 of the specification fixes the wording of some; those must not be reworded.

/** The messages above a form. It shows the one of the first rule that failed. */
export const MESSAGES = {
  required: "Please fill in all required fields",
  /** Only where a deployment requires the proof of an e-mail for sign-up. */
  emailProof: "Please verify your email to complete the signup process.",
  student: "Please fill in all student-specific fields",
  field: "Please select your field of study",
  email: "Please enter a valid email address",
  phone: "Please enter a valid phone number",
  nameWebAddress: "Please write your name without a web address",
  nameNumber: "Please write your name without a number",
  url: "Please enter a valid company URL",
  passwordShort: "Password must be at least 8 characters",
  passwordLong: "Password must be at most 256 characters",
  passwordManyBytes:
    "Password is too long: a letter of Devanagari and many other scripts counts as three. Use at most 85",
  passwordBroken: "Password has half of a character in it. Please type it again",
  mismatch: "Passwords do not match",
  agree: "You must agree to the Terms & Privacy Policy",
  guardian: "A parent or guardian must agree before you join",
  tooLong: "Please shorten the answers marked below",
  choice: "Please choose from the lists",
  dob: "Please enter a valid date of birth",
} as const;

/** The messages at a field that is empty, or whose value is not one of the options. */
export const FIELD_MESSAGES = {
  role: "Choose what you are joining as",
  name: "Enter your full name",
  email: "Enter your email address",
  phone: "Enter your phone number",
  location: "Choose your location",
  dob: "Enter your date of birth",
  educationLevel: "Choose your education level",
  subLevel: "Choose your degree or class",
  majorField: MESSAGES.field,
  college: "Enter the name of your college",
  password: "Enter a password",
  confirmPassword: "Enter the password once more",
} as const;

/** The message at a field whose text is too long. @param max the limit in characters */
export function tooLongMessage(max: number): string {
  return `Use at most ${max} characters`;
}
