import { expect, test } from "vitest";
import { ageOn, needsGuardian } from "../../../../app/contract/age";

const TODAY = new Date("2025-07-12T10:00:00Z");

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
])("the age for the date of birth %j is %s", (dob, age) => {
  expect(ageOn(TODAY, dob)).toBe(age);
});

test("only students under 18 need a guardian", () => {
  expect(needsGuardian({ role: "Student", dob: "2007-07-13" }, TODAY)).toBe(true);
  expect(needsGuardian({ role: "Student", dob: "2007-07-12" }, TODAY)).toBe(false);
  expect(needsGuardian({ role: "Mentor", dob: "2007-07-13" }, TODAY)).toBe(false);
  expect(needsGuardian({ role: "Student", dob: "" }, TODAY)).toBe(false);
});
