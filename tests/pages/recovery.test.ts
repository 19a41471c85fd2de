// Password recovery without JavaScript.
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { getPage, type HttpPage, postForm } from "../support/http";
import { mailedLink, mailsTo } from "../support/mailbox";
import { createPerson, signInOverApi, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();
const PATH = "/reset-password";

/** Of a page whose address has a secret. */
const SECRET_HEADERS = { "cache-control": "private, no-store", "referrer-policy": "same-origin" };
const titleOf = (page: HttpPage) => parse(page.html).querySelector("h1")?.text;
const requestMail = (email: string) => postForm(server(), PATH, { email });
const changePassword = (link: string, password: string, confirmPassword = password) =>
  postForm(server(), link, { password, confirmPassword });

test.each([
  ["", "Enter your email address"],
  ["asha at example", "Please enter a valid email address"],
])("the address %j is rejected at its field", async (email, message) => {
  const page = await requestMail(email);
  expect([page.status, page.alert, page.fieldError("email")]).toEqual([422, message, message]);
  expect(page.value("email")).toBe(email);
});

test("known and unknown addresses get the same page, but only the known one gets a mail", {
  tags: "mail",
}, async () => {
  const person = createPerson();
  const stranger = createPerson();
  await signUpOverApi(server(), person);
  const requestPage = async (email: string) => {
    const { status, html } = await requestMail(email);
    return { status, html: html.replaceAll(email, "…").replaceAll(/[0-9a-f]{32}/g, "…") };
  };
  // Mails are sent after the response. When the later mail has arrived, an earlier one would have arrived, too.
  const unknown = await requestPage(stranger.email);
  const known = await requestPage(person.email);
  expect(known.status).toBe(200);
  expect(known.html).toContain("Look into your mail");
  expect(unknown).toEqual(known);
  await mailedLink(server(), person.email, "recovery");
  expect(await mailsTo(server(), stranger.email)).toEqual([]);
});

test("the page after a request links back to the form for another address", { tags: "mail" }, async () => {
  const { html } = await requestMail(createPerson().email);
  const links = parse(html).querySelectorAll("main a");
  const another = links.find(({ text }) => text === "Use another address")?.getAttribute("href");
  expect((await getPage(server(), another ?? "")).html).toContain("Send me a link");
});

test("in the local environment the page after a request links to the mailbox", { tags: "local" }, async () => {
  const { html } = await requestMail(createPerson().email);
  const links = parse(html).querySelectorAll("main a");
  expect(links.map((link) => link.getAttribute("href"))).toContain("/__mailbox");
});

test("a new password is validated, ends all other sessions, and its link works only once", {
  tags: "mail",
}, async () => {
  const person = createPerson();
  const otherSession = await signUpOverApi(server(), person);
  await requestMail(person.email);
  const link = await mailedLink(server(), person.email, "recovery");
  for (const [password, confirmed, message] of [
    ["", "", "Please fill in all required fields"],
    ["short", "short", "Password must be at least 8 characters"],
    ["Jasmine-2026", "Jasmine-2025", "Passwords do not match"],
  ] as const) {
    const page = await changePassword(link, password, confirmed);
    expect([page.status, page.alert]).toEqual([422, message]);
    expect(page.html).not.toContain("Jasmine");
  }

  const changed = await changePassword(link, "Jasmine-2026");
  expect([changed.status, titleOf(changed)]).toEqual([200, "Your password is changed"]);
  expect(Object.fromEntries(changed.headers)).toMatchObject(SECRET_HEADERS);
  expect(changed.html).toContain("Whoever was signed in with the old one has been signed out, on every device.");
  const account = await getPage(server(), "/api/account", { cookie: otherSession });
  expect(JSON.parse(account.html)).toEqual({ user: null, profile: null });
  await expect(signInOverApi(server(), person)).rejects.toThrow("401");
  await signInOverApi(server(), { email: person.email, password: "Jasmine-2026" });

  const used = await changePassword(link, "Jasmine-2027");
  expect([used.status, titleOf(used)]).toEqual([401, "This link was used already"]);
  expect(used.html).toContain("Ask for a new link");
});

test("a link that was used or revoked says so at once, also after its hour, without a form, and offers a new one", {
  tags: "mail",
}, async () => {
  const person = createPerson();
  await signUpOverApi(server(), person);
  await requestMail(person.email);
  const revoked = await mailedLink(server(), person.email, "recovery", 1);
  await requestMail(person.email);
  const used = await mailedLink(server(), person.email, "recovery", 2);
  for (const link of [revoked, used]) expect(titleOf(await getPage(server(), link))).toBe("Choose a new password");
  await changePassword(used, "Jasmine-2026");
  const anHourLater = new URL(used, server().origin);
  anHourLater.searchParams.set("expire", "2025-01-01T00:00:00.000+00:00");
  for (const [link, title] of [
    [used, "This link was used already"],
    [`${anHourLater.pathname}${anHourLater.search}`, "This link was used already"],
    [revoked, "This link does not work any more"],
  ] as const) {
    const page = await getPage(server(), link);
    expect([page.status, titleOf(page), page.value("password")]).toEqual([200, title, undefined]);
    const links = parse(page.html).querySelectorAll("main a");
    expect(links.find(({ text }) => text === "Ask for a new link")?.getAttribute("href")).toBe(PATH);
  }
});

test("a link that has expired says so at once, and an unknown one shows the form", async () => {
  const unknown = `${PATH}?userId=someone&secret=${"5e".repeat(128)}`;
  const expired = await getPage(server(), `${unknown}&expire=2025-01-01T00:00:00.000%2B00:00`);
  expect([expired.status, titleOf(expired)]).toEqual([200, "This link has expired"]);
  const page = await getPage(server(), `${unknown}&expire=2999-01-01T00:00:00.000%2B00:00`);
  expect([page.status, titleOf(page)]).toEqual([200, "Choose a new password"]);
});

test.each([
  ["This link is damaged", `userId=someone&secret=${"5e".repeat(100)}`],
  ["This link has expired", `userId=someone&secret=${"5e".repeat(128)}&expire=2025-01-01T00:00:00.000%2B00:00`],
])("the page says “%s” and offers a new link", async (title, search) => {
  const page = await changePassword(`${PATH}?${search}`, "Jasmine-2026");
  expect([page.status, titleOf(page)]).toEqual([401, title]);
  const link = parse(page.html)
    .querySelectorAll("main a")
    .find(({ text }) => text === "Ask for a new link");
  expect(link?.getAttribute("href")).toBe(PATH);
});

test("a truncated link shows the form for a new one", async () => {
  const page = await getPage(server(), `${PATH}?userId=abc`);
  expect(titleOf(page)).toBe("A part of this link is missing");
  expect(page.html).toContain("Send me a link");
  const posted = await postForm(server(), `${PATH}?userId=abc`, { email: "" });
  expect(posted.alert).toBe("Enter your email address");
});
