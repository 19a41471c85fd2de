import { expect, test } from "vitest";
import { CLAIMS } from "../../../../app/content/launchpad";
import {
  OPPORTUNITIES,
  PARTNER_COMPANIES,
  PARTNER_INSTITUTIONS,
  PARTNER_KINDS,
} from "../../../../app/content/partners";

test("home and collaboration page have three kinds of partners with four benefits each", () => {
  const titles = ["Industry Partners", "Educational Institutions", "Startup Ecosystem"];
  for (const kinds of [PARTNER_KINDS, OPPORTUNITIES]) {
    expect(kinds.map(({ title }) => title)).toEqual(titles);
    for (const { benefits } of kinds) expect(new Set(benefits).size).toBe(4);
  }
});

test("the two pages describe different benefits", () => {
  const home = new Set(PARTNER_KINDS.flatMap(({ benefits }) => benefits));
  for (const benefit of OPPORTUNITIES.flatMap(({ benefits }) => benefits))
    expect(home.has(benefit), benefit).toBe(false);
});

test("there are six companies and eight institutions, some with a location", () => {
  expect(PARTNER_COMPANIES).toHaveLength(6);
  expect(PARTNER_INSTITUTIONS).toHaveLength(8);
  expect(PARTNER_COMPANIES.filter(({ location }) => !location)).not.toHaveLength(0);
  expect(PARTNER_INSTITUTIONS.filter(({ subtitle }) => !subtitle)).not.toHaveLength(0);
});

test("the launchpad's claims are those of the specification", () => {
  expect(Object.values(CLAIMS).map(({ value, label }) => `${value} ${label}`)).toEqual([
    "500+ students",
    "150+ startups",
    "2Cr+ funding",
    "50+ mentors",
    "85% placement success",
    "1000+ projects",
  ]);
});
