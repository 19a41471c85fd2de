// The pages of a forgotten password, as they are posted without JavaScript.
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { getPage, type HttpPage, postForm } from "../support/http";
import { mailedLink, mailsTo } from "../support/mailbox";
import { createPerson, signInOverApi, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();
const PATH = "/reset-password";

const titleOf = (page: HttpPage) => parse(page.html).querySelector("h1")?.text;
const askForMail = (email: string) => postForm(server(), PATH, { email });
const changePassword = (link: string, password: string, confirmPassword = password) =>
  postForm(server(), link, { password, confirmPassword });

test.each([
  ["", "Enter your email address"],
  ["asha at example", "Please enter a valid email address"],
])("for the address %j no mail is asked for", async (email, sentence) => {
  const page = await askForMail(email);
  expect([page.status, page.alert, page.fieldError("email")]).toEqual([422, sentence, sentence]);
  expect(page.value("email")).toBe(email);
});

test("known and unknown addresses get the same page, and only the known one a mail", async () => {
  const person = createPerson();
  const nobody = createPerson();
  await signUpOverApi(server(), person);
  const ask = async (email: string) => {
    const { status, html } = await askForMail(email);
    return { status, html: html.replaceAll(email, "…").replaceAll(/[0-9a-f]{32}/g, "…") };
  };
  // Mails are sent after the answer: once the later one has come, the earlier would have.
  const unknown = await ask(nobody.email);
  const known = await ask(person.email);
  expect(known.status).toBe(200);
  expect(known.html).toContain("Look into your mail");
  expect(unknown).toEqual(known);
  await mailedLink(server(), person.email, "recovery");
  expect(await mailsTo(server(), nobody.email)).toEqual([]);
});

test("after the mail was asked for, a link leads back to the form for another address", async () => {
  const { html } = await askForMail(createPerson().email);
  const links = parse(html).querySelectorAll("main a");
  const another = links.find(({ text }) => text === "Use another address")?.getAttribute("href");
  expect((await getPage(server(), another ?? "")).html).toContain("Send me a link");
});

test("a new password has rules, ends every other session, says so, and its link works once", async () => {
  const person = createPerson();
  const elsewhere = await signUpOverApi(server(), person);
  await askForMail(person.email);
  const link = await mailedLink(server(), person.email, "recovery");
  for (const [password, confirmed, sentence] of [
    ["", "", "Please fill in all required fields"],
    ["short", "short", "Password must be at least 8 characters"],
    ["Jasmine-2026", "Jasmine-2025", "Passwords do not match"],
  ] as const) {
    const page = await changePassword(link, password, confirmed);
    expect([page.status, page.alert]).toEqual([422, sentence]);
    expect(page.html).not.toContain("Jasmine");
  }

  const changed = await changePassword(link, "Jasmine-2026");
  expect([changed.status, titleOf(changed)]).toEqual([200, "Your password is changed"]);
  expect(changed.html).toContain("Whoever was signed in with the old one has been signed out, on every device.");
  const account = await getPage(server(), "/api/account", { cookie: elsewhere });
  expect(JSON.parse(account.html)).toEqual({ user: null, profile: null });
  await expect(signInOverApi(server(), person)).rejects.toThrow("401");
  await signInOverApi(server(), { email: person.email, password: "Jasmine-2026" });

  const used = await changePassword(link, "Jasmine-2027");
  expect([used.status, titleOf(used)]).toEqual([401, "This link was used already"]);
  expect(used.html).toContain("Ask for a new link");
});

test.each([
  ["This link is damaged", `userId=someone&secret=${"5e".repeat(100)}`],
  ["This link has expired", `userId=someone&secret=${"5e".repeat(128)}&expire=2025-01-01T00:00:00.000%2B00:00`],
])("%s: the page says so and offers a new one", async (title, search) => {
  const page = await changePassword(`${PATH}?${search}`, "Jasmine-2026");
  expect([page.status, titleOf(page)]).toEqual([401, title]);
  const link = parse(page.html)
    .querySelectorAll("main a")
    .find(({ text }) => text === "Ask for a new link");
  expect(link?.getAttribute("href")).toBe(PATH);
});

test("a link of which a part is missing leads to the form that asks for another", async () => {
  const page = await getPage(server(), `${PATH}?userId=abc`);
  expect(titleOf(page)).toBe("A part of this link is missing");
  expect(page.html).toContain("Send me a link");
  const posted = await postForm(server(), `${PATH}?userId=abc`, { email: "" });
  expect(posted.alert).toBe("Enter your email address");
});
