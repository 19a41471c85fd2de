import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { formErrors } from "../../../../app/contract/form-schema";
import { MESSAGES } from "../../../../app/contract/messages";
import { ProvenSignUpSchema, SignUpSchema, type SignUpValues } from "../../../../app/contract/sign-up";

beforeAll(() => {
  vi.useFakeTimers({ now: new Date("2025-07-12T10:00:00Z"), toFake: ["Date"] });
});
afterAll(() => {
  vi.useRealTimers();
});

const errorsOf = (values: SignUpValues) => formErrors(SignUpSchema, values);
const unprovenErrorsOf = (values: SignUpValues) => formErrors(ProvenSignUpSchema, values);

function student(changes: Partial<SignUpValues> = {}): SignUpValues {
  return {
    role: "Student",
    name: "Asha Kulkarni",
    email: "asha@example.in",
    phone: "98220 55501",
    location: "Pune",
    dob: "2004-08-14",
    educationLevel: "Undergraduate",
    subLevel: "B.Sc",
    majorField: "",
    college: "Sahyadri College",
    companyUrl: "",
    password: "Marigold-1",
    confirmPassword: "Marigold-1",
    agree: true,
    guardianAgree: false,
    ...changes,
  };
}

const mentor = (changes: Partial<SignUpValues> = {}) =>
  student({ role: "Mentor", dob: "", educationLevel: "", subLevel: "", college: "", ...changes });

test("a complete form has no errors", () => {
  expect(errorsOf(student())).toBeNull();
  expect(errorsOf(mentor())).toBeNull();
});

test("the form's message is that of the first failed rule, in the specification's order", () => {
  let values = student({
    ...{ name: "", email: "asha", phone: "123", dob: "", subLevel: "B.Tech", college: "" },
    ...{ password: "short", confirmPassword: "other", agree: false },
  });
  const steps: [string, Partial<SignUpValues>][] = [
    [MESSAGES.required, { name: "Asha" }],
    [MESSAGES.student, { dob: "2008-07-13", college: "Sahyadri College" }],
    [MESSAGES.field, { majorField: "Civil" }],
    [MESSAGES.email, { email: "asha@example.in" }],
    [MESSAGES.passwordShort, { password: "Marigold-1" }],
    [MESSAGES.mismatch, { confirmPassword: "Marigold-1" }],
    [MESSAGES.agree, { agree: true }],
    [MESSAGES.guardian, { guardianAgree: true }],
    [MESSAGES.phone, { phone: "98220 55501" }],
  ];
  for (const [message, correction] of steps) {
    expect(errorsOf(values)?.message).toBe(message);
    values = { ...values, ...correction };
  }
  expect(errorsOf(values)).toBeNull();
});

test("a missing proof of the email is the second rule, and an error at its field", () => {
  expect(unprovenErrorsOf(mentor())).toEqual({
    message: MESSAGES.emailProof,
    fields: { email: MESSAGES.emailProof },
  });
  expect(unprovenErrorsOf(student({ dob: "", agree: false }))?.message).toBe(MESSAGES.emailProof);
  expect(unprovenErrorsOf(mentor({ name: "" }))?.message).toBe(MESSAGES.required);
  expect(unprovenErrorsOf(mentor({ email: "asha" }))).toEqual({
    message: MESSAGES.email,
    fields: { email: MESSAGES.email },
  });
  expect(formErrors(ProvenSignUpSchema, { ...mentor(), emailProof: "sealed" })).toBeNull();
});

test("a password is not trimmed; spaces count towards its length", () => {
  const spaces = " ".repeat(8);
  expect(errorsOf(mentor({ password: spaces, confirmPassword: spaces }))).toBeNull();
  expect(errorsOf(mentor({ password: "   ", confirmPassword: "   " }))?.message).toBe(MESSAGES.passwordShort);
});

test("an empty form has an error at every required field", () => {
  const empty = mentor({
    ...{ role: "", name: " ", email: "", phone: "", location: "" },
    ...{ password: "", confirmPassword: "", agree: false },
  });
  expect(Object.keys(errorsOf(empty)?.fields ?? {}).sort()).toEqual(
    ["agree", "confirmPassword", "email", "location", "name", "password", "phone", "role"].sort(),
  );
});

test.each(["name", "email", "phone", "password", "confirmPassword", "role", "location"] as const)(
  "%s is required for all roles",
  (field) => {
    const errors = errorsOf(mentor({ [field]: "" }));
    expect(errors?.message).toBe(MESSAGES.required);
    expect(Object.keys(errors?.fields ?? {})).toContain(field);
  },
);

test.each(["dob", "educationLevel", "subLevel", "college"] as const)("%s is required only for students", (field) => {
  expect(errorsOf(student({ [field]: "" }))?.message).toBe(MESSAGES.student);
  expect(errorsOf(mentor({ [field]: "" }))).toBeNull();
});

test.each([
  ["Undergraduate", "B.Tech"],
  ["Undergraduate", "B.E"],
  ["Postgraduate", "M.Tech"],
  ["Postgraduate", "M.E"],
])("%s, %s requires a field of study", (educationLevel, subLevel) => {
  expect(errorsOf(student({ educationLevel, subLevel }))?.message).toBe(MESSAGES.field);
  expect(errorsOf(student({ educationLevel, subLevel, majorField: "Astrology" }))?.message).toBe(MESSAGES.field);
  expect(errorsOf(student({ educationLevel, subLevel, majorField: "Other" }))).toBeNull();
});

test.each([
  [{ role: "Astronaut" }, "role"],
  [{ location: "Atlantis" }, "location"],
  [{ educationLevel: "Kindergarten" }, "educationLevel"],
  [{ subLevel: "M.Sc" }, "subLevel"],
] as [Partial<SignUpValues>, string][])("a value that is not in its list is rejected: %j", (changes, field) => {
  const errors = errorsOf(changes.role ? mentor(changes) : student(changes));
  expect(errors?.message).toBe(MESSAGES.choice);
  expect(Object.keys(errors?.fields ?? {})).toContain(field);
});

test("fields of other roles are not validated", () => {
  expect(errorsOf(student({ companyUrl: "not a place" }))).toBeNull();
  expect(errorsOf(mentor({ dob: "never", college: "x".repeat(1000) }))).toBeNull();
});

test("values have the maximum length of the backend", () => {
  expect(errorsOf(mentor({ name: "x".repeat(128) }))).toBeNull();
  expect(errorsOf(mentor({ name: "x".repeat(129) }))?.message).toBe(MESSAGES.tooLong);
  const long = "Aa1-".repeat(65);
  expect(errorsOf(mentor({ password: long, confirmPassword: long }))?.message).toBe(MESSAGES.passwordLong);
});

test("a password has the maximum length of the backend in bytes", () => {
  const passwordError = (password: string) => errorsOf(mentor({ password, confirmPassword: password }))?.message;
  expect(passwordError("क".repeat(85))).toBeUndefined();
  expect(passwordError("क".repeat(86))).toBe(MESSAGES.passwordManyBytes);
  expect(passwordError("क".repeat(257))).toBe(MESSAGES.passwordLong);
});

describe("SignUpSchema", () => {
  const FORM = student({
    ...{ name: " Asha Kulkarni ", email: " asha@example.in ", phone: "098220 55501" },
    ...{ majorField: "Civil", college: " Sahyadri College ", companyUrl: "example.in" },
  });
  const profileOf = (changes: Partial<SignUpValues>) => SignUpSchema.parse({ ...FORM, ...changes }).profile;

  test("parses a student's profile to stored form, without passwords and fields of other roles", () => {
    expect(SignUpSchema.parse({ ...FORM, resumeId: "r1", uploadTicket: "t1" })).toEqual({
      email: "asha@example.in",
      password: "Marigold-1",
      profile: {
        name: "Asha Kulkarni",
        Email: "asha@example.in",
        phone: "+919822055501",
        role: "Student",
        location: "Pune",
        agree: true,
        dob: "2004-08-14",
        educationLevel: "Undergraduate",
        subLevel: "B.Sc",
        college: "Sahyadri College",
      },
      resumeId: "r1",
      uploadTicket: "t1",
    });
  });

  test("keeps the company URL of other roles, if there is one", () => {
    expect(profileOf({ role: "Mentor" })).toMatchObject({ role: "Mentor", companyUrl: "https://example.in" });
    expect(profileOf({ role: "Mentor" })).not.toHaveProperty("college");
    expect(profileOf({ role: "Mentor", companyUrl: " " })).not.toHaveProperty("companyUrl");
  });

  test("keeps the field of study only if the degree requires one", () => {
    expect(profileOf({ subLevel: "B.Tech" })).toMatchObject({ majorField: "Civil" });
  });

  test("keeps a guardian's consent only if it was required", () => {
    expect(profileOf({ dob: "2010-01-01", guardianAgree: true })).toMatchObject({ guardianAgree: true });
    expect(profileOf({ guardianAgree: true })).not.toHaveProperty("guardianAgree");
  });

  test("rejects unknown keys and wrong types", () => {
    expect(SignUpSchema.safeParse({ ...FORM, admin: true }).success).toBe(false);
    expect(SignUpSchema.safeParse({ ...FORM, agree: "yes" }).success).toBe(false);
    expect(SignUpSchema.safeParse({ ...FORM, name: "x".repeat(5000) }).success).toBe(false);
  });
});

test("a company's address may have 255 characters with its scheme", () => {
  const companyUrl = `example.in/${"a".repeat(236)}`;
  expect(errorsOf(mentor({ companyUrl }))).toBeNull();
  expect(errorsOf(mentor({ companyUrl: `${companyUrl}a` }))?.fields).toEqual({
    companyUrl: "Use at most 255 characters",
  });
  expect(errorsOf(mentor({ companyUrl: "\u200b" }))).toBeNull();
});

test("a text above every limit has a message as well", () => {
  const password = "x".repeat(5000);
  expect(errorsOf(mentor({ password, confirmPassword: password }))?.fields.password).toBe(
    "Use at most 4096 characters",
  );
});
