import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseForm } from "../../../../../../app/contract/form-schema";
import { ProfileFormSchema } from "../../../../../../app/contract/profile";
import type { ProfileValues } from "../../../../../../app/contract/profile-fields";
import {
  addUnconfirmed,
  EMPTY_VALUES,
  profileErrors,
  readLoadedValues,
  readProfileForm,
  readUnconfirmed,
  toDraft,
  toProfilePatch,
} from "../../../../../../app/routes/account/profile/form-data";

beforeAll(() => {
  vi.useFakeTimers({ now: new Date("2026-01-15"), toFake: ["Date"] });
});
afterAll(() => {
  vi.useRealTimers();
});

function patchOf(values: ProfileValues, loaded: ProfileValues, unconfirmed: (keyof ProfileValues)[] = []) {
  const parsed = parseForm(ProfileFormSchema, values);
  if (!parsed.ok) throw new Error(parsed.errors.message);
  return toProfilePatch(parsed.data, values, loaded, unconfirmed);
}

const student: ProfileValues = {
  ...EMPTY_VALUES,
  role: "Student",
  location: "Pune",
  dob: "2004-08-14",
  educationLevel: "Undergraduate",
  subLevel: "B.Tech",
  majorField: "Electronics",
  college: "Sahyadri College",
};
const mentor: ProfileValues = { ...EMPTY_VALUES, role: "Mentor", location: "Pune", companyUrl: "https://a.example.in" };

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("a posted form is read, with empty values for missing fields", () => {
  expect(readProfileForm(posted({ role: "Mentor", guardianAgree: "yes" }))).toEqual({
    ...EMPTY_VALUES,
    role: "Mentor",
    guardianAgree: true,
  });
});

test("the loaded values are read from the form's hidden field, and are empty if it is missing or invalid", () => {
  expect(readLoadedValues(posted({ loaded: JSON.stringify(student) }))).toEqual(student);
  expect(readLoadedValues(posted({ loaded: '{"role":7,"college":"A"}' }))).toEqual({ ...EMPTY_VALUES, college: "A" });
  expect(readLoadedValues(posted({ loaded: "null" }))).toEqual(EMPTY_VALUES);
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(readLoadedValues(posted({}))).toEqual(EMPTY_VALUES);
  expect(readLoadedValues(posted({ loaded: "{" }))).toEqual(EMPTY_VALUES);
  expect(warn).toHaveBeenCalled();
});

test("loaded values that cannot be parsed are not quoted in the log", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  readLoadedValues(posted({ loaded: "Sahyadri College" }));
  expect(warn.mock.calls.flat().map(String).join(" ")).not.toMatch(/Sahyadri/);
});

test("an unchanged form makes an empty patch, even with values in hidden fields of another role", () => {
  expect(patchOf(student, student)).toEqual({});
  expect(patchOf({ ...student, companyUrl: "left behind" }, student)).toEqual({});
  expect(patchOf({ ...student, college: " Sahyadri College " }, student)).toEqual({});
});

test("a patch has only changed fields, and the role if a field depends on it", () => {
  expect(patchOf({ ...student, location: "Latur" }, student)).toEqual({ location: "Latur" });
  expect(patchOf({ ...student, college: "Other College" }, student)).toEqual({
    role: "Student",
    college: "Other College",
  });
  expect(patchOf({ ...mentor, companyUrl: " " }, mentor)).toEqual({ role: "Mentor", companyUrl: null });
});

test("the education fields are sent together, since they depend on each other", () => {
  expect(patchOf({ ...student, subLevel: "BCA" }, student)).toEqual({
    role: "Student",
    educationLevel: "Undergraduate",
    subLevel: "BCA",
    majorField: null,
  });
});

test("a new role sends all of its fields and none of the former role", () => {
  expect(patchOf({ ...student, role: "Mentor" }, student)).toEqual({ role: "Mentor", companyUrl: null });
  expect(patchOf({ ...student, companyUrl: mentor.companyUrl }, mentor)).toEqual({
    role: "Student",
    dob: "2004-08-14",
    educationLevel: "Undergraduate",
    subLevel: "B.Tech",
    majorField: "Electronics",
    college: "Sahyadri College",
  });
});

test("a guardian's consent is sent only with a date of birth that requires it", () => {
  const minor = { ...student, dob: "2010-01-01", guardianAgree: true };
  expect(patchOf(minor, student)).toEqual({ role: "Student", dob: "2010-01-01", guardianAgree: true });
  expect(patchOf({ ...student, guardianAgree: true }, student)).toEqual({});
  expect(patchOf({ ...minor, dob: "2004-08-14" }, minor)).toEqual({ role: "Student", dob: "2004-08-14" });
});

test("the rules are those of sign-up, for the fields of this form", () => {
  expect(profileErrors(student)).toBeNull();
  expect(profileErrors(mentor)).toBeNull();
  expect(profileErrors(EMPTY_VALUES)).toEqual({
    message: "Please fill in all required fields",
    fields: { role: "Choose what you are joining as", location: "Choose your location" },
  });
  expect(profileErrors({ ...student, dob: "2010-01-01" })?.message).toBe(
    "A parent or guardian must agree before you join",
  );
  expect(profileErrors({ ...mentor, companyUrl: "no address" })?.fields).toHaveProperty("companyUrl");
});

test("a draft contains the values that differ from the profile", () => {
  expect(toDraft(student, student)).toEqual({});
  expect(toDraft({ ...student, college: "", guardianAgree: true }, student)).toEqual({
    college: "",
    guardianAgree: true,
  });
});

test("a stored value that today's rules would write in another way is not changed unless somebody edits it", () => {
  const old = { ...mentor, companyUrl: "example.in" };
  expect(patchOf({ ...old, location: "Latur" }, old)).toEqual({ location: "Latur" });
  const padded = { ...student, college: "Sahyadri College  ", subLevel: "BCA", majorField: "Civil" };
  expect(patchOf({ ...padded, location: "Latur" }, padded)).toEqual({ location: "Latur" });
});

test("a field whose last save had no answer is sent with its first value, too", () => {
  expect(patchOf(mentor, mentor, ["location"])).toEqual({ location: "Pune" });
  expect(patchOf(mentor, mentor, ["role"])).toEqual({ role: "Mentor", companyUrl: "https://a.example.in" });
  expect(patchOf(student, student, ["college"])).toEqual({ role: "Student", college: "Sahyadri College" });
});

test("the fields of a save without an answer are what it changed, and those of earlier ones", () => {
  const fields = { role: "Mentor", location: "Thane", companyUrl: "https://a.example.in" };
  const form = posted({ ...fields, loaded: JSON.stringify(mentor), unconfirmed: "college password" });
  expect(readUnconfirmed(form)).toEqual(["college"]);
  expect(addUnconfirmed(form)).toEqual(["location", "college"]);
});
