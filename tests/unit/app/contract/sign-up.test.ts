import { expect, test } from "vitest";
import { SignUpSchema, toProfileFacts } from "../../../../app/contract/sign-up";

const TODAY = new Date("2025-07-12T10:00:00Z");
const FORM = {
  role: "Student",
  name: " Asha Kulkarni ",
  email: " asha@example.in ",
  phone: "098220 55501",
  location: "Pune",
  dob: "2004-08-14",
  educationLevel: "Undergraduate",
  subLevel: "B.Sc",
  majorField: "Civil",
  college: " Sahyadri College ",
  companyUrl: "example.in",
  password: "Marigold-1",
  confirmPassword: "Marigold-1",
  agree: true,
};

test("the profile of a student is trimmed, in stored form, and has neither passwords nor other roles' fields", () => {
  expect(toProfileFacts(SignUpSchema.parse(FORM), TODAY)).toEqual({
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
  });
});

test("the profile of another role has the company's address, when there is one", () => {
  const mentor = SignUpSchema.parse({ ...FORM, role: "Mentor" });
  expect(toProfileFacts(mentor, TODAY)).toMatchObject({ role: "Mentor", companyUrl: "https://example.in" });
  expect(toProfileFacts(mentor, TODAY)).not.toHaveProperty("college");
  const none = SignUpSchema.parse({ ...FORM, role: "Mentor", companyUrl: " " });
  expect(toProfileFacts(none, TODAY)).not.toHaveProperty("companyUrl");
});

test("a field of study is kept where the degree asks for one", () => {
  const values = SignUpSchema.parse({ ...FORM, subLevel: "B.Tech" });
  expect(toProfileFacts(values, TODAY)).toMatchObject({ majorField: "Civil" });
});

test("a guardian's consent is kept where it was needed", () => {
  const values = SignUpSchema.parse({ ...FORM, guardianAgree: true });
  expect(toProfileFacts({ ...values, dob: "2010-01-01" }, TODAY)).toMatchObject({ guardianAgree: true });
  expect(toProfileFacts(values, TODAY)).not.toHaveProperty("guardianAgree");
});

test("unknown keys and wrong types are refused", () => {
  expect(SignUpSchema.safeParse({ ...FORM, admin: true }).success).toBe(false);
  expect(SignUpSchema.safeParse({ ...FORM, agree: "yes" }).success).toBe(false);
  expect(SignUpSchema.safeParse({ ...FORM, name: "x".repeat(5000) }).success).toBe(false);
});
