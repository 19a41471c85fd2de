import { expect, test } from "vitest";
import {
  isIncompleteLink,
  linkError,
  linkFault,
  linkSearch,
  readMailLink,
} from "../../../../../app/routes/auth/mail-link";

const link = { userId: "u1", secret: "5e".repeat(128), expire: "2026-01-01T12:00:00.000+00:00" };

test("a link is read from the query string that linkSearch writes", () => {
  expect(readMailLink(new URLSearchParams(linkSearch(link)))).toEqual(link);
});

test.each(["", "?userId=u1", "?secret=s1", "?userId=&secret=s1"])("%j is not a complete link", (search) => {
  expect(readMailLink(new URLSearchParams(search))).toBeNull();
});

test("a link with only some of its parameters is truncated", () => {
  expect(isIncompleteLink(new URLSearchParams("userId=u1"))).toBe(true);
  expect(isIncompleteLink(new URLSearchParams("secret=s1"))).toBe(true);
  expect(isIncompleteLink(new URLSearchParams(linkSearch(link)))).toBe(false);
  expect(isIncompleteLink(new URLSearchParams("from=mail"))).toBe(false);
});

const beforeExpiry = new Date("2026-01-01T11:00:00Z");
const afterExpiry = new Date("2026-01-01T12:00:01Z");

test("a rejected link after its expiry has expired", () => {
  expect(linkFault("user_invalid_token", link, afterExpiry)).toBe("expired");
});

test("a link that the API reports as used was used, before and after its expiry", () => {
  expect(linkFault("link_used", link, beforeExpiry)).toBe("used");
  expect(linkFault("link_used", link, afterExpiry)).toBe("used");
});

test("any other rejected link is damaged", () => {
  expect(linkFault("user_invalid_token", link, beforeExpiry)).toBe("damaged");
  expect(linkFault("user_not_found", { ...link, expire: "" }, afterExpiry)).toBe("damaged");
});

test.each(["5e", "5e".repeat(127), `${"5e".repeat(127)}5=`, "5e".repeat(129)])(
  "a rejected link with a malformed secret is damaged, before and after its expiry",
  (secret) => {
    expect(linkFault("user_invalid_token", { ...link, secret }, beforeExpiry)).toBe("damaged");
    expect(linkFault("validation_failed", { ...link, secret }, afterExpiry)).toBe("damaged");
  },
);

test("a backend failure says nothing about the link", () => {
  expect(linkFault("backend_down", link, afterExpiry)).toBeNull();
});

test("the text for a used link depends on its kind", () => {
  expect(linkError("used", "verification").text).toContain("your email is confirmed");
  expect(linkError("used", "recovery").text).toContain("sign in with the password you chose");
  expect(linkError("expired", "verification")).toEqual(linkError("expired", "recovery"));
});
