// The page that the verification mail links to, without JavaScript.
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { getPage, type HttpPage, postForm } from "../support/http";
import { mailedLink } from "../support/mailbox";
import { createPerson, isVerified, type Person, requestVerificationMail, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();
const PATH = "/verify-email";
const DAMAGED = `${PATH}?userId=someone&secret=${"5e".repeat(100)}`;

/** Of a page whose address has a secret. */
const SECRET_HEADERS = { "cache-control": "private, no-store", "referrer-policy": "same-origin" };
const titleOf = (page: HttpPage) => parse(page.html).querySelector("h1")?.text;
/** The href of the link with this text in the page's main part. */
const hrefOf = (page: HttpPage, name: string) =>
  parse(page.html)
    .querySelectorAll("main a")
    .find(({ text }) => text === name)
    ?.getAttribute("href");

async function newMember(): Promise<{ person: Person; cookie: string }> {
  const person = createPerson();
  return { person, cookie: await signUpOverApi(server(), person) };
}

async function memberWithMail(): Promise<{ person: Person; cookie: string; link: string }> {
  const member = await newMember();
  await requestVerificationMail(server(), member.cookie);
  return { ...member, link: await mailedLink(server(), member.person.email, "verification") };
}

test("the link's form confirms the email, and offers the owner of the address a new password", {
  tags: "mail",
}, async () => {
  const { cookie, link } = await memberWithMail();
  const opened = await getPage(server(), link);
  expect([opened.status, titleOf(opened)]).toEqual([200, "Confirm your email"]);
  expect(hrefOf(opened, "choose a password")).toBe("/reset-password");
  expect(await isVerified(server(), cookie)).toBe(false);
  const confirmed = await postForm(server(), link, {});
  expect([confirmed.status, titleOf(confirmed)]).toEqual([200, "Your email is confirmed"]);
  expect(Object.fromEntries(confirmed.headers)).toMatchObject(SECRET_HEADERS);
  expect(hrefOf(confirmed, "Sign in")).toBe("/login");
  expect(await isVerified(server(), cookie)).toBe(true);
});

test("a used link says so to a guest, and tells the member that the email is confirmed", { tags: "mail" }, async () => {
  const { cookie, link } = await memberWithMail();
  await postForm(server(), link, {});
  const guest = await postForm(server(), link, {});
  expect([guest.status, titleOf(guest)]).toEqual([401, "This link was used already"]);
  expect(guest.html).toContain("If it was you who opened it, your email is confirmed");
  expect(hrefOf(guest, "Sign in")).toBe("/login");
  const member = await postForm(server(), link, {}, { cookie });
  expect([member.status, titleOf(member)]).toEqual([200, "Your email is confirmed"]);
  expect(hrefOf(member, "Go to your dashboard")).toBe("/dashboard");
});

test.each([
  ["This link is damaged", DAMAGED],
  ["This link has expired", `${PATH}?userId=someone&secret=${"5e".repeat(128)}&expire=2025-01-01T00:00:00.000%2B00:00`],
])("the page says “%s”", async (title, path) => {
  const page = await postForm(server(), path, {});
  expect([page.status, titleOf(page)]).toEqual([401, title]);
});

test("an expired link of another account offers no mail to the member who is signed in", async () => {
  const { cookie } = await newMember();
  const link = `${PATH}?userId=someone&secret=${"5e".repeat(128)}&expire=2025-01-01T00:00:00.000%2B00:00`;
  const page = await postForm(server(), link, {}, { cookie });
  expect(titleOf(page)).toBe("This link has expired");
  expect(page.html).toContain("This link is not for the account that is signed in here.");
  expect(page.html).not.toContain("Send me a new link");
});

test("a member who opens the link of another account is told whose email it confirms", { tags: "mail" }, async () => {
  const { cookie: otherCookie, link } = await memberWithMail();
  const { cookie } = await newMember();
  expect((await getPage(server(), link, { cookie })).text).toContain("This link is for another account than that of");
  const page = await postForm(server(), link, {}, { cookie });
  expect([page.status, titleOf(page)]).toEqual([200, "The email is confirmed"]);
  expect([await isVerified(server(), otherCookie), await isVerified(server(), cookie)]).toEqual([true, false]);
});

test("a truncated link says so, and tells a guest where to get a new one", async () => {
  const page = await getPage(server(), `${PATH}?userId=someone`);
  expect(titleOf(page)).toBe("A part of this link is missing");
  expect(page.html).toContain("For a new one, sign in and ask for it on your dashboard.");
  expect(hrefOf(page, "Sign in")).toBe("/login");
  expect(page.html).not.toContain("Send me a new link");
});

test("a member with a damaged link can request a new one, until the email is confirmed", { tags: "mail" }, async () => {
  const { person, cookie } = await newMember();
  const damaged = await postForm(server(), DAMAGED, {}, { cookie });
  expect(titleOf(damaged)).toBe("This link is damaged");
  expect(damaged.html).toContain("Send me a new link");
  const sent = await postForm(server(), PATH, { again: "yes" }, { cookie });
  expect([sent.status, titleOf(sent)]).toEqual([200, "Look into your mail"]);

  const tooSoon = await postForm(server(), PATH, { again: "yes" }, { cookie });
  expect(tooSoon.status).toBe(429);
  expect(tooSoon.alert).toMatch(/^A mail was sent a moment ago\. Look for it first; you can ask for another one in /);
  expect(tooSoon.html).toContain("Send me a new link");

  await postForm(server(), await mailedLink(server(), person.email, "verification"), {});
  expect(await isVerified(server(), cookie)).toBe(true);
  const confirmed = await postForm(server(), PATH, { again: "yes" }, { cookie });
  expect([confirmed.status, titleOf(confirmed)]).toEqual([200, "Your email is confirmed"]);
});

test("in the local environment the page after a request links to the mailbox", { tags: "local" }, async () => {
  const { cookie } = await newMember();
  const sent = await postForm(server(), PATH, { again: "yes" }, { cookie });
  expect(hrefOf(sent, "/__mailbox")).toBe("/__mailbox");
});
