import { expect, test } from "vitest";
import { signUpErrors, withFileError } from "../../../../../../app/routes/auth/sign-up/errors";
import { EMPTY_FORM, readSignUpForm, toSignUpBody } from "../../../../../../app/routes/auth/sign-up/form-data";

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("the empty form has an empty value for every field", () => {
  expect(EMPTY_FORM.values).toMatchObject({ role: "", name: "", password: "", agree: false, guardianAgree: false });
  expect(EMPTY_FORM.uploaded).toEqual({ resume: null, portfolio: null });
});

test("the default values contain no passwords", () => {
  const { values, defaultValues } = readSignUpForm(
    posted({ name: " Asha ", password: "latur-2026", confirmPassword: "x" }),
  );
  expect(values).toMatchObject({ name: " Asha ", password: "latur-2026", confirmPassword: "x" });
  expect(defaultValues.name).toBe(" Asha ");
  expect(JSON.stringify(defaultValues)).not.toMatch(/password|latur/i);
});

test("the default phone number is the typed one, with its country code", () => {
  const { values, defaultValues } = readSignUpForm(posted({ phoneCode: "+256", phone: "700 555 010" }));
  expect(values.phone).toBe("+256 700 555 010");
  expect(defaultValues).toMatchObject({ phoneCode: "+256", phone: "700 555 010" });
});

test("withFileError adds the file's error, and keeps the form's message if there is one", () => {
  const errors = { message: "Please fill in all required fields", fields: { name: "Enter your full name" } };
  expect(withFileError(errors, "resume", "Choose another")).toEqual({
    message: "Please fill in all required fields",
    fields: { name: "Enter your full name", resume: "Choose another" },
  });
  expect(withFileError(null, "resume", "Choose another").message).toBe("Choose another");
});

const MENTOR = {
  role: "Mentor",
  name: "Asha Kulkarni",
  email: "Asha@people.example.in",
  phone: "98220 55501",
  location: "Pune",
  password: "Marigold-2025",
  confirmPassword: "Marigold-2025",
  agree: "yes",
};
const PROOF = { provenEmail: "asha@people.example.in", emailProof: "sealed" };

test("a deployment that verifies emails first requires a proof of the form's email", () => {
  const unverified = "Please verify your email to complete the signup process.";
  expect(signUpErrors(readSignUpForm(posted(MENTOR)), false)).toBeNull();
  expect(signUpErrors(readSignUpForm(posted(MENTOR)), true)?.message).toBe(unverified);
  expect(signUpErrors(readSignUpForm(posted({ ...MENTOR, ...PROOF })), true)).toBeNull();
  const edited = { ...MENTOR, ...PROOF, email: "meera@people.example.in" };
  expect(signUpErrors(readSignUpForm(posted(edited)), true)?.message).toBe(unverified);
});

test("an incomplete proof is ignored", () => {
  expect(readSignUpForm(posted({ ...MENTOR, emailProof: "sealed" })).proof).toBeNull();
  expect(readSignUpForm(posted({ ...MENTOR, ...PROOF })).proof).toEqual({
    email: "asha@people.example.in",
    token: "sealed",
  });
});

test("a missing field comes before an invalid email, which comes before a missing proof", () => {
  const typo = readSignUpForm(posted({ ...MENTOR, email: "asha at people" }));
  expect(signUpErrors(typo, true)?.message).toBe("Please enter a valid email address");
  const withoutName = readSignUpForm(posted({ ...MENTOR, name: "" }));
  expect(signUpErrors(withoutName, true)?.message).toBe("Please fill in all required fields");
});

test("a proof is sent to the API only for the email that it proves", () => {
  const proven = readSignUpForm(posted({ ...MENTOR, ...PROOF }));
  expect(toSignUpBody(proven)).toEqual({ ...proven.values, emailProof: "sealed" });
  const edited = readSignUpForm(posted({ ...MENTOR, ...PROOF, email: "meera@people.example.in" }));
  expect(toSignUpBody(edited)).toEqual(edited.values);
});
