import { expect, test, vi } from "vitest";
import {
  changesOf,
  checkProfile,
  draftOf,
  EMPTY_VALUES,
  type ProfileValues,
  readLoaded,
  readValues,
} from "../../../../../../app/routes/account/profile/entry";

const TODAY = new Date("2026-01-15");
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

test("a posted form reads back as its answers, a missing one as empty", () => {
  expect(readValues(posted({ role: "Mentor", guardianAgree: "yes" }))).toEqual({
    ...EMPTY_VALUES,
    role: "Mentor",
    guardianAgree: true,
  });
});

test("what the form was filled with travels in it; a form that does not say was filled with nothing", () => {
  expect(readLoaded(posted({ loaded: JSON.stringify(student) }))).toEqual(student);
  expect(readLoaded(posted({ loaded: '{"role":7,"college":"A"}' }))).toEqual({ ...EMPTY_VALUES, college: "A" });
  expect(readLoaded(posted({ loaded: "null" }))).toEqual(EMPTY_VALUES);
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(readLoaded(posted({}))).toEqual(EMPTY_VALUES);
  expect(readLoaded(posted({ loaded: "{" }))).toEqual(EMPTY_VALUES);
  expect(warn).toHaveBeenCalled();
});

test("a form that changes nothing asks for nothing, whatever its hidden block holds", () => {
  expect(changesOf(student, student, TODAY)).toEqual({});
  expect(changesOf({ ...student, companyUrl: "left behind" }, student, TODAY)).toEqual({});
  expect(changesOf({ ...student, college: " Sahyadri College " }, student, TODAY)).toEqual({});
});

test("only what was changed is sent, with the role where it depends on it", () => {
  expect(changesOf({ ...student, location: "Latur" }, student, TODAY)).toEqual({ location: "Latur" });
  expect(changesOf({ ...student, college: "Other College" }, student, TODAY)).toEqual({
    role: "Student",
    college: "Other College",
  });
  expect(changesOf({ ...mentor, companyUrl: " " }, mentor, TODAY)).toEqual({ role: "Mentor", companyUrl: null });
});

test("education goes together, since each answer decides the next", () => {
  expect(changesOf({ ...student, subLevel: "BCA" }, student, TODAY)).toEqual({
    role: "Student",
    educationLevel: "Undergraduate",
    subLevel: "BCA",
    majorField: null,
  });
});

test("another role sends all of its own answers and none of the former", () => {
  expect(changesOf({ ...student, role: "Mentor" }, student, TODAY)).toEqual({ role: "Mentor", companyUrl: null });
  expect(changesOf({ ...student, companyUrl: mentor.companyUrl }, mentor, TODAY)).toEqual({
    role: "Student",
    dob: "2004-08-14",
    educationLevel: "Undergraduate",
    subLevel: "B.Tech",
    majorField: "Electronics",
    college: "Sahyadri College",
  });
});

test("a guardian's consent goes with the date of birth that needs it, and no other", () => {
  const minor = { ...student, dob: "2010-01-01", guardianAgree: true };
  expect(changesOf(minor, student, TODAY)).toEqual({ role: "Student", dob: "2010-01-01", guardianAgree: true });
  expect(changesOf({ ...student, guardianAgree: true }, student, TODAY)).toEqual({});
  expect(changesOf({ ...minor, dob: "2004-08-14" }, minor, TODAY)).toEqual({ role: "Student", dob: "2004-08-14" });
});

test("the rules are those of sign-up, without what the form does not ask", () => {
  expect(checkProfile(student, TODAY)).toBeNull();
  expect(checkProfile(mentor, TODAY)).toBeNull();
  expect(checkProfile(EMPTY_VALUES, TODAY)).toEqual({
    message: "Please fill in all required fields",
    fields: { role: "Choose what you are joining as", location: "Choose your location" },
  });
  expect(checkProfile({ ...student, dob: "2010-01-01" }, TODAY)?.message).toBe(
    "A parent or guardian must agree before you join",
  );
  expect(checkProfile({ ...mentor, companyUrl: "no address" }, TODAY)?.fields).toHaveProperty("companyUrl");
});

test("a draft is what differs from the profile", () => {
  expect(draftOf(student, student)).toEqual({});
  expect(draftOf({ ...student, college: "", guardianAgree: true }, student)).toEqual({
    college: "",
    guardianAgree: true,
  });
});
