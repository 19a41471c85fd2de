import { describe, expect, test } from "vitest";
import { ageOn, needsGuardian, type SignUpValues } from "../../../../app/contract/sign-up-fields";
import { checkSignUp, isEmail, SIGN_UP_MESSAGES, toWebAddress } from "../../../../app/contract/sign-up-rules";

const TODAY = new Date("2025-07-12T10:00:00Z");

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

test("a complete form has no problem", () => {
  expect(checkSignUp(student(), TODAY)).toBeNull();
  expect(checkSignUp(mentor(), TODAY)).toBeNull();
});

test("the sentence is that of the first rule that fails, in the specification's order", () => {
  let values = student({
    ...{ name: "", email: "asha", phone: "123", dob: "", subLevel: "B.Tech", college: "" },
    ...{ password: "short", confirmPassword: "other", agree: false },
  });
  const steps: [string, Partial<SignUpValues>][] = [
    [SIGN_UP_MESSAGES.required, { name: "Asha" }],
    [SIGN_UP_MESSAGES.student, { dob: "2008-07-13", college: "Sahyadri College" }],
    [SIGN_UP_MESSAGES.field, { majorField: "Civil" }],
    [SIGN_UP_MESSAGES.email, { email: "asha@example.in" }],
    [SIGN_UP_MESSAGES.passwordShort, { password: "Marigold-1" }],
    [SIGN_UP_MESSAGES.mismatch, { confirmPassword: "Marigold-1" }],
    [SIGN_UP_MESSAGES.agree, { agree: true }],
    [SIGN_UP_MESSAGES.guardian, { guardianAgree: true }],
    [SIGN_UP_MESSAGES.phone, { phone: "98220 55501" }],
  ];
  for (const [sentence, repair] of steps) {
    expect(checkSignUp(values, TODAY)?.message).toBe(sentence);
    values = { ...values, ...repair };
  }
  expect(checkSignUp(values, TODAY)).toBeNull();
});

test("an address that must be proven first is the second rule, and is said at its field", () => {
  const unproven = { emailVerified: false };
  expect(checkSignUp(mentor(), TODAY, unproven)).toEqual({
    message: SIGN_UP_MESSAGES.unverified,
    fields: { email: SIGN_UP_MESSAGES.unverified },
  });
  expect(checkSignUp(student({ dob: "", agree: false }), TODAY, unproven)?.message).toBe(SIGN_UP_MESSAGES.unverified);
  expect(checkSignUp(mentor({ name: "" }), TODAY, unproven)?.message).toBe(SIGN_UP_MESSAGES.required);
  expect(checkSignUp(mentor({ email: "asha" }), TODAY, unproven)?.fields.email).toBe(SIGN_UP_MESSAGES.email);
});

test("a password of spaces is a password; nothing of it is trimmed", () => {
  const spaces = " ".repeat(8);
  expect(checkSignUp(mentor({ password: spaces, confirmPassword: spaces }), TODAY)).toBeNull();
  expect(checkSignUp(mentor({ password: "   ", confirmPassword: "   " }), TODAY)?.message).toBe(
    SIGN_UP_MESSAGES.passwordShort,
  );
});

test("an empty form marks every field that is missing", () => {
  const empty = mentor({
    ...{ role: "", name: " ", email: "", phone: "", location: "" },
    ...{ password: "", confirmPassword: "", agree: false },
  });
  expect(Object.keys(checkSignUp(empty, TODAY)?.fields ?? {}).sort()).toEqual(
    ["agree", "confirmPassword", "email", "location", "name", "password", "phone", "role"].sort(),
  );
});

test.each(["name", "email", "phone", "password", "confirmPassword", "role", "location"] as const)(
  "%s is required of everybody",
  (field) => {
    const problems = checkSignUp(mentor({ [field]: "" }), TODAY);
    expect(problems?.message).toBe(SIGN_UP_MESSAGES.required);
    expect(Object.keys(problems?.fields ?? {})).toContain(field);
  },
);

test.each(["dob", "educationLevel", "subLevel", "college"] as const)("%s is required of students alone", (field) => {
  expect(checkSignUp(student({ [field]: "" }), TODAY)?.message).toBe(SIGN_UP_MESSAGES.student);
  expect(checkSignUp(mentor({ [field]: "" }), TODAY)).toBeNull();
});

test.each([
  ["Undergraduate", "B.Tech"],
  ["Undergraduate", "B.E"],
  ["Postgraduate", "M.Tech"],
  ["Postgraduate", "M.E"],
])("%s, %s asks for a field of study", (educationLevel, subLevel) => {
  expect(checkSignUp(student({ educationLevel, subLevel }), TODAY)?.message).toBe(SIGN_UP_MESSAGES.field);
  expect(checkSignUp(student({ educationLevel, subLevel, majorField: "Astrology" }), TODAY)?.message).toBe(
    SIGN_UP_MESSAGES.field,
  );
  expect(checkSignUp(student({ educationLevel, subLevel, majorField: "Other" }), TODAY)).toBeNull();
});

test.each([
  [{ role: "Astronaut" }, "role"],
  [{ location: "Atlantis" }, "location"],
  [{ educationLevel: "Kindergarten" }, "educationLevel"],
  [{ subLevel: "M.Sc" }, "subLevel"],
] as [Partial<SignUpValues>, string][])("an answer that is on no list is refused: %j", (changes, field) => {
  const problems = checkSignUp(changes.role ? mentor(changes) : student(changes), TODAY);
  expect(problems?.message).toBe(SIGN_UP_MESSAGES.choice);
  expect(Object.keys(problems?.fields ?? {})).toContain(field);
});

test("what another role is asked does not matter", () => {
  expect(checkSignUp(student({ companyUrl: "not a place" }), TODAY)).toBeNull();
  expect(checkSignUp(mentor({ dob: "never", college: "x".repeat(1000) }), TODAY)).toBeNull();
});

test("answers have a length that the backend can keep", () => {
  expect(checkSignUp(mentor({ name: "x".repeat(128) }), TODAY)).toBeNull();
  expect(checkSignUp(mentor({ name: "x".repeat(129) }), TODAY)?.message).toBe(SIGN_UP_MESSAGES.tooLong);
  const long = "Aa1-".repeat(65);
  expect(checkSignUp(mentor({ password: long, confirmPassword: long }), TODAY)?.message).toBe(
    SIGN_UP_MESSAGES.passwordLong,
  );
});

describe("age", () => {
  test.each([
    ["2007-07-12", 18],
    ["2007-07-13", 17],
    ["2004-02-29", 21],
    ["2025-07-12", 0],
    ["2025-07-13", null],
    ["2005-02-30", null],
    ["1899-12-31", null],
    ["12.07.2005", null],
    ["", null],
  ])("born %s: %s", (dob, age) => {
    expect(ageOn(TODAY, dob)).toBe(age);
  });

  test("a guardian is needed by students under 18 alone", () => {
    expect(needsGuardian({ role: "Student", dob: "2007-07-13" }, TODAY)).toBe(true);
    expect(needsGuardian({ role: "Student", dob: "2007-07-12" }, TODAY)).toBe(false);
    expect(needsGuardian({ role: "Mentor", dob: "2007-07-13" }, TODAY)).toBe(false);
    expect(needsGuardian({ role: "Student", dob: "" }, TODAY)).toBe(false);
  });
});

test.each(["a@b.in", "asha.kulkarni+hub@mail.example.co.in", "x_1@sub-domain.example"])("%s is an e-mail", (value) => {
  expect(isEmail(value)).toBe(true);
});

test.each(["", "asha", "asha@", "@b.in", "a@b", "a b@c.in", "a@b..in", "a@-b.in", "a@@b.in", "a@b.in "])(
  "%j is no e-mail",
  (value) => {
    expect(isEmail(value)).toBe(false);
  },
);

test.each([
  ["example.in", "https://example.in"],
  [" https://example.in/path?q=1 ", "https://example.in/path?q=1"],
  ["http://example.in", "http://example.in"],
  ["javascript:alert(1)", null],
  ["ftp://example.in", null],
  ["localhost", null],
  ["not a place", null],
])("the web address %j is kept as %j", (typed, kept) => {
  expect(toWebAddress(typed)).toBe(kept);
});
