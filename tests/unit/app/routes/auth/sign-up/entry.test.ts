import { expect, test } from "vitest";
import { checkEntry } from "../../../../../../app/routes/auth/sign-up/check-entry";
import { EMPTY_ENTRY, readEntry, withFileError, withPhoneCode } from "../../../../../../app/routes/auth/sign-up/entry";

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("an empty form has every field, empty", () => {
  expect(EMPTY_ENTRY.values).toMatchObject({ role: "", name: "", password: "", agree: false, guardianAgree: false });
  expect(EMPTY_ENTRY.uploaded).toEqual({ resume: null, portfolio: null });
});

test("what a form is filled with again has no passwords in it", () => {
  const { values, defaultValues } = readEntry(posted({ name: " Asha ", password: "latur-2026", confirmPassword: "x" }));
  expect(values).toMatchObject({ name: " Asha ", password: "latur-2026", confirmPassword: "x" });
  expect(defaultValues.name).toBe(" Asha ");
  expect(JSON.stringify(defaultValues)).not.toMatch(/password|latur/i);
});

test.each([
  ["+91", "98220 55501", "98220 55501"],
  ["+233", "020 555 0101", "+233 020 555 0101"],
  ["+233", "+91 98220 55501", "+91 98220 55501"],
  ["+233", "0091 98220 55501", "0091 98220 55501"],
  ["+233", "  ", ""],
  ["", "98220 55501", "98220 55501"],
])("with %s chosen, %j is sent as %j", (code, typed, phone) => {
  expect(withPhoneCode(code, typed)).toBe(phone);
});

test("the phone is shown again as it was typed, with its code", () => {
  const { values, defaultValues } = readEntry(posted({ phoneCode: "+256", phone: "700 555 010" }));
  expect(values.phone).toBe("+256 700 555 010");
  expect(defaultValues).toMatchObject({ phoneCode: "+256", phone: "700 555 010" });
});

test("a file's problem joins those of the rules, whose sentence comes first", () => {
  const rules = { message: "Please fill in all required fields", fields: { name: "Enter your full name" } };
  expect(withFileError(rules, "resume", "Choose another")).toEqual({
    message: "Please fill in all required fields",
    fields: { name: "Enter your full name", resume: "Choose another" },
  });
  expect(withFileError(null, "resume", "Choose another")?.message).toBe("Choose another");
  expect(withFileError(null, "resume", null)).toBeNull();
});

const TODAY = new Date("2026-11-21T12:00:00Z");
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

test("where addresses have to be proven, an entry is right with a proof of the address that stands in it", () => {
  const unverified = "Please verify your email to complete the signup process.";
  expect(checkEntry(readEntry(posted(MENTOR)), TODAY, true)).toBeNull();
  expect(checkEntry(readEntry(posted(MENTOR)), TODAY, false)?.message).toBe(unverified);
  expect(checkEntry(readEntry(posted({ ...MENTOR, ...PROOF })), TODAY, false)).toBeNull();
  const edited = { ...MENTOR, ...PROOF, email: "meera@people.example.in" };
  expect(checkEntry(readEntry(posted(edited)), TODAY, false)?.message).toBe(unverified);
});

test("half a proof is none", () => {
  expect(readEntry(posted({ ...MENTOR, emailProof: "sealed" })).proof).toBeNull();
  expect(readEntry(posted({ ...MENTOR, ...PROOF })).proof).toEqual({
    email: "asha@people.example.in",
    token: "sealed",
  });
});

test("what is no address is said before it has to be proven, and what is missing before both", () => {
  const typo = readEntry(posted({ ...MENTOR, email: "asha at people" }));
  expect(checkEntry(typo, TODAY, false)?.message).toBe("Please enter a valid email address");
  const unnamed = readEntry(posted({ ...MENTOR, name: "" }));
  expect(checkEntry(unnamed, TODAY, false)?.message).toBe("Please fill in all required fields");
});
