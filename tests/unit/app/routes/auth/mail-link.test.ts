import { expect, test } from "vitest";
import {
  isIncompleteLink,
  linkError,
  linkFault,
  linkSearch,
  readMailLink,
} from "../../../../../app/routes/auth/mail-link";

const link = { userId: "u1", secret: "5e".repeat(128), expire: "2026-01-01T12:00:00.000+00:00" };

test("a link reads back from the address its page posts to", () => {
  expect(readMailLink(new URLSearchParams(linkSearch(link)))).toEqual(link);
});

test.each(["", "?userId=u1", "?secret=s1", "?userId=&secret=s1"])("%j lacks a part", (search) => {
  expect(readMailLink(new URLSearchParams(search))).toBeNull();
});

test("a link of which a part arrived was cut; an address without any part is none", () => {
  expect(isIncompleteLink(new URLSearchParams("userId=u1"))).toBe(true);
  expect(isIncompleteLink(new URLSearchParams("secret=s1"))).toBe(true);
  expect(isIncompleteLink(new URLSearchParams(linkSearch(link)))).toBe(false);
  expect(isIncompleteLink(new URLSearchParams("from=mail"))).toBe(false);
});

const before = new Date("2026-01-01T11:00:00Z");
const after = new Date("2026-01-01T12:00:01Z");

test("a refused link has expired when its time is over", () => {
  expect(linkFault("user_invalid_token", link, after)).toBe("expired");
});

test("a link that is known to have been used was used, whenever it ends", () => {
  expect(linkFault("link_used", link, before)).toBe("used");
  expect(linkFault("link_used", link, after)).toBe("used");
});

test("a refused link that was not used and whose time is not over was damaged", () => {
  expect(linkFault("user_invalid_token", link, before)).toBe("damaged");
  expect(linkFault("user_not_found", { ...link, expire: "" }, after)).toBe("damaged");
});

test.each(["5e", "5e".repeat(127), `${"5e".repeat(127)}5=`, "5e".repeat(129)])(
  "a refused link with another secret than ours was damaged, whenever it ends",
  (secret) => {
    expect(linkFault("user_invalid_token", { ...link, secret }, before)).toBe("damaged");
    expect(linkFault("validation_failed", { ...link, secret }, after)).toBe("damaged");
  },
);

test("a backend in trouble says nothing about the link", () => {
  expect(linkFault("backend_down", link, after)).toBeNull();
});

test("what a used link has done depends on what it was for", () => {
  expect(linkError("used", "verification").text).toContain("your email is confirmed");
  expect(linkError("used", "recovery").text).toContain("sign in with the password you chose");
  expect(linkError("expired", "verification")).toEqual(linkError("expired", "recovery"));
});
