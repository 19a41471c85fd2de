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

describe("a change to a profile", () => {
  it.each([
    ["a mentor's location", { role: "Mentor" }, { location: "Pune" }],
    ["a student's college", STUDENT, { college: "Another College" }],
    ["a mentor who becomes a student", { role: "Mentor" }, STUDENT],
    ["a student who becomes a mentor", STUDENT, { role: "Mentor" }],
    ["a minor with a guardian's consent", STUDENT, { dob: "2012-01-01", guardianAgree: true }],
    ["a minor whose guardian agreed before", { ...STUDENT, guardianAgree: true }, { dob: "2012-01-01" }],
    ["another field of a student's that lacks what is asked for today", { role: "Student" }, { location: "Pune" }],
    ["a first profile without a role", null, { location: "Pune" }],
  ])("passes: %s", (_, before, changes) => {
    expect(check(before, changes)).toBeNull();
  });

  it.each([
    ["a minor without a guardian", STUDENT, { dob: "2012-01-01" }, ["guardianAgree"]],
    [
      "a role without its facts",
      { role: "Mentor" },
      { role: "Student" },
      ["dob", "educationLevel", "subLevel", "college"],
    ],
    ["a degree of another level", STUDENT, { educationLevel: "High School" }, ["subLevel"]],
    [
      "a degree that asks for a field",
      { ...STUDENT, subLevel: "BCA", majorField: null },
      { subLevel: "B.E" },
      ["majorField"],
    ],
    ["an emptied college", STUDENT, { college: null }, ["college"]],
  ])("is refused: %s", (_, before, changes, fields) => {
    const errors = check(before, changes);
    expect(Object.keys(errors?.fields ?? {})).toEqual(fields);
    expect(Object.values(errors?.fields ?? {})).toContain(errors?.message);
  });
});

describe("what a change comes to", () => {
  const MENTOR = { role: "Mentor", location: "Pune", companyUrl: "https://example.in", portfolioId: "p1" };
  const complete = (before: object | null, changes: object) =>
    completeProfileChange(before as Record<string, unknown> | null, changes as Record<string, unknown>);

  it.each([
    ["a field of one's own", MENTOR, { companyUrl: "https://other.in" }, { companyUrl: "https://other.in" }],
    ["a field of another role", MENTOR, { college: "A College", location: "Thane" }, { location: "Thane" }],
    [
      "a student who becomes a mentor",
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
      "a mentor who becomes a student",
      MENTOR,
      { ...STUDENT, companyUrl: "https://other.in" },
      { ...STUDENT, companyUrl: null },
    ],
    ["a mentor who becomes an investor", MENTOR, { role: "Investor" }, { role: "Investor" }],
    ["a degree without fields of study", STUDENT, { subLevel: "BCA" }, { subLevel: "BCA", majorField: null }],
    ["what is to be emptied", MENTOR, { portfolioId: null, resumeId: null }, { portfolioId: null, resumeId: null }],
    ["a first profile without a role", null, { college: "A College" }, { college: "A College" }],
  ])("%s", (_, before, changes, expected) => {
    expect(complete(before, changes)).toEqual(expected);
  });

  it("leaves files alone: one of another kind is for the member to replace or delete", () => {
    expect(complete(MENTOR, { resumeId: "r1" })).toEqual({ resumeId: "r1" });
  });
});
