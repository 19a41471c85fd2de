import { expect, test } from "vitest";
import { DEGREES_WITH_FIELDS, degreesOf, EDUCATION_LEVELS, LOCATIONS, ROLES } from "../../../../app/contract/lists";

test("there are 36 unique districts in alphabetical order, and Other comes last", () => {
  const districts = LOCATIONS.slice(0, -1);
  expect(districts).toHaveLength(36);
  expect(new Set(districts).size).toBe(36);
  expect([...districts].sort()).toEqual(districts);
  expect(LOCATIONS.at(-1)).toBe("Other");
  for (const district of ["Pune", "Mumbai City", "Mumbai Suburban", "Nagpur", "Nashik", "Thane", "Kolhapur"]) {
    expect(districts).toContain(district);
  }
});

test("there are five roles and four levels of education", () => {
  expect(ROLES).toEqual(["Student", "Entrepreneur", "Mentor", "Investor", "Industry Professional"]);
  expect(EDUCATION_LEVELS).toEqual(["High School", "Undergraduate", "Postgraduate", "Professional Course"]);
});

test("each level has its own degrees, which include all degrees with a field of study", () => {
  expect(degreesOf("High School")).toEqual(["10th Grade", "12th Grade"]);
  expect(degreesOf("toString")).toEqual([]);
  const all = EDUCATION_LEVELS.flatMap(degreesOf);
  for (const degree of DEGREES_WITH_FIELDS) expect(all).toContain(degree);
});
