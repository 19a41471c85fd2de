import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { checkProfileChange, completeProfileChange } from "../../../../app/contract/profile-change";

beforeAll(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z"), toFake: ["Date"] });
});
afterAll(() => {
  vi.useRealTimers();
});

const STUDENT = {
  role: "Student",
  dob: "2001-04-09",
  educationLevel: "Undergraduate",
  subLevel: "B.Tech",
  majorField: "Computer Science",
  college: "Sahyadri College",
};
const check = (before: object | null, changes: object) =>
  checkProfileChange(before as Record<string, unknown> | null, changes as Record<string, unknown>);

describe("checkProfileChange", () => {
  it.each([
    ["a mentor's location", { role: "Mentor" }, { location: "Pune" }],
    ["a student's college", STUDENT, { college: "Another College" }],
    ["a mentor who becomes a student", { role: "Mentor" }, STUDENT],
    ["a student who becomes a mentor", STUDENT, { role: "Mentor" }],
    ["a minor with a guardian's consent", STUDENT, { dob: "2012-01-01", guardianAgree: true }],
    ["a minor whose guardian agreed before", { ...STUDENT, guardianAgree: true }, { dob: "2012-01-01" }],
    [
      "a change of one field by a student whose profile lacks fields that are required today",
      { role: "Student" },
      { location: "Pune" },
    ],
    ["a first profile without a role", null, { location: "Pune" }],
  ])("accepts %s", (_, before, changes) => {
    expect(check(before, changes)).toBeNull();
  });

  it.each([
    ["a minor without a guardian", STUDENT, { dob: "2012-01-01" }, ["guardianAgree"]],
    [
      "a role without its required fields",
      { role: "Mentor" },
      { role: "Student" },
      ["dob", "educationLevel", "subLevel", "college"],
    ],
    ["a degree of another level", STUDENT, { educationLevel: "High School" }, ["subLevel"]],
    [
      "a degree that requires a field of study",
      { ...STUDENT, subLevel: "BCA", majorField: null },
      { subLevel: "B.E" },
      ["majorField"],
    ],
    ["an emptied college", STUDENT, { college: null }, ["college"]],
  ])("rejects %s", (_, before, changes, fields) => {
    const errors = check(before, changes);
    expect(Object.keys(errors?.fields ?? {})).toEqual(fields);
    expect(Object.values(errors?.fields ?? {})).toContain(errors?.message);
  });
});

describe("completeProfileChange", () => {
  const MENTOR = { role: "Mentor", location: "Pune", companyUrl: "https://example.in", portfolioId: "p1" };
  const complete = (before: object | null, changes: object) =>
    completeProfileChange(before as Record<string, unknown> | null, changes as Record<string, unknown>);

  it.each([
    ["keeps a field of the role", MENTOR, { companyUrl: "https://other.in" }, { companyUrl: "https://other.in" }],
    ["drops a field of another role", MENTOR, { college: "A College", location: "Thane" }, { location: "Thane" }],
    [
      "empties a student's fields when the student becomes a mentor",
      { ...STUDENT, guardianAgree: true, resumeId: "r1" },
      { role: "Mentor" },
      {
        role: "Mentor",
        dob: null,
        educationLevel: null,
        subLevel: null,
        majorField: null,
        college: null,
        guardianAgree: null,
      },
    ],
    [
      "empties a mentor's fields when the mentor becomes a student",
      MENTOR,
      { ...STUDENT, companyUrl: "https://other.in" },
      { ...STUDENT, companyUrl: null },
    ],
    ["keeps the fields of a mentor who becomes an investor", MENTOR, { role: "Investor" }, { role: "Investor" }],
    [
      "empties the field of study for a degree without one",
      STUDENT,
      { subLevel: "BCA" },
      { subLevel: "BCA", majorField: null },
    ],
    [
      "keeps null for fields to be emptied",
      MENTOR,
      { portfolioId: null, resumeId: null },
      { portfolioId: null, resumeId: null },
    ],
    ["keeps all fields of a first profile without a role", null, { college: "A College" }, { college: "A College" }],
  ])("%s", (_, before, changes, expected) => {
    expect(complete(before, changes)).toEqual(expected);
  });

  it("does not change files: the member replaces or deletes one of another kind", () => {
    expect(complete(MENTOR, { resumeId: "r1" })).toEqual({ resumeId: "r1" });
  });
});
