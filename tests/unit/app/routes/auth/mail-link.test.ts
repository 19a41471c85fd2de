import { expect, test } from "vitest";
import { isCutLink, linkProblem, linkSearch, readMailLink } from "../../../../../app/routes/auth/mail-link";

const link = { userId: "u1", secret: "s1", expire: "2026-01-01T12:00:00.000+00:00" };

test("a link reads back from the address its page posts to", () => {
  expect(readMailLink(new URLSearchParams(linkSearch(link)))).toEqual(link);
});

test.each(["", "?userId=u1", "?secret=s1", "?userId=&secret=s1"])("%j lacks a part", (search) => {
  expect(readMailLink(new URLSearchParams(search))).toBeNull();
});

test("a link of which a part arrived was cut; an address without any part is none", () => {
  expect(isCutLink(new URLSearchParams("userId=u1"))).toBe(true);
  expect(isCutLink(new URLSearchParams("secret=s1"))).toBe(true);
  expect(isCutLink(new URLSearchParams(linkSearch(link)))).toBe(false);
  expect(isCutLink(new URLSearchParams("from=mail"))).toBe(false);
});

test("a refused link has expired when its time is over", () => {
  const problem = linkProblem("user_invalid_token", link, new Date("2026-01-01T12:00:01Z"));
  expect(problem?.title).toBe("This link has expired");
});

test("a refused link whose time is not over was used or damaged", () => {
  const title = "This link does not work any more";
  expect(linkProblem("user_invalid_token", link, new Date("2026-01-01T11:00:00Z"))?.title).toBe(title);
  expect(linkProblem("user_not_found", { ...link, expire: "" }, new Date())?.title).toBe(title);
});

test("a backend in trouble says nothing about the link", () => {
  expect(linkProblem("backend_down", link, new Date())).toBeNull();
});
