// Signing in with a one-time code, without JavaScript.
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { getPage, type HttpPage, postForm } from "../support/http";
import { mailedCode, mailsTo, WRONG_CODE_MESSAGE, wrongCode } from "../support/mailbox";
import { createPerson, type Person, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();
const PATH = "/login/code";

async function newMember(): Promise<Person> {
  const person = createPerson();
  await signUpOverApi(server(), person);
  return person;
}

const requestCode = (email: string) => postForm(server(), PATH, { email });

/** Posts the form of a page for the code, with one of its buttons. */
function postCodeForm(page: HttpPage, codeStep: "verify" | "again" | "cancel", code = ""): Promise<HttpPage> {
  const hiddenFields = { userId: page.value("userId") ?? "", email: page.value("email") ?? "" };
  return postForm(server(), PATH, { ...hiddenFields, phrase: page.value("phrase") ?? "", code, codeStep });
}

test.each([
  ["", "Enter your email address"],
  ["asha at example", "Please enter a valid email address"],
])("the address %j is rejected at its field", async (email, message) => {
  const page = await requestCode(email);
  expect([page.status, page.alert, page.fieldError("email")]).toEqual([422, message, message]);
  expect(page.value("email")).toBe(email);
});

test("an invalid code has an error at its field, and is kept there", { tags: "mail" }, async () => {
  const person = await newMember();
  const codePage = await requestCode(person.email);
  for (const [typed, message] of [
    ["", "Enter the code from the mail"],
    ["1234", "The code is a number of 6 digits"],
  ] as const) {
    const page = await postCodeForm(codePage, "verify", typed);
    expect([page.status, page.alert, page.fieldError("code")]).toEqual([422, `❌ Invalid OTP: ${message}`, message]);
    expect(page.value("code")).toBe(typed);
  }
});

test("a second code has its own phrase, and the confirmation of the email is reported once", {
  tags: "mail",
}, async () => {
  const person = await newMember();
  const codePage = await requestCode(person.email);
  const first = await mailedCode(server(), person.email);
  expect(codePage.value("phrase")).toBe(first.phrase);
  const again = await postCodeForm(codePage, "again");
  expect(again.html).toContain("Another code is on its way.");
  const second = await mailedCode(server(), person.email, 2);
  expect(again.value("phrase")).toBe(second.phrase);

  const signedIn = await postCodeForm(again, "verify", second.code);
  expect(signedIn.status).toBe(303);
  const dashboard = await getPage(server(), signedIn.location ?? "", { cookie: signedIn.cookie });
  expect(dashboard.html).toContain("Welcome back to Navarambh!");
  expect(dashboard.html).toContain("signing out every other device");

  const third = await requestCode(person.email);
  const later = await postCodeForm(third, "verify", (await mailedCode(server(), person.email, 3)).code);
  const secondVisit = await getPage(server(), later.location ?? "", { cookie: later.cookie });
  expect(secondVisit.html).toContain("Welcome back to Navarambh!");
  expect(secondVisit.html).not.toContain("signing out every other device");
});

test("the local mailbox shows the code and its phrase", { tags: "local" }, async () => {
  const person = await newMember();
  await requestCode(person.email);
  const { code, phrase } = await mailedCode(server(), person.email);
  const mailbox = await getPage(server(), "/__mailbox");
  expect(mailbox.html).toContain(phrase);
  expect(mailbox.html).toContain(code);
});

test("“Cancel” returns to the form for the address", { tags: "mail" }, async () => {
  const person = await newMember();
  const page = await postCodeForm(await requestCode(person.email), "cancel");
  expect([page.status, page.alert]).toEqual([200, null]);
  expect(page.html).toContain("Send me a code");
  expect(page.value("email")).toBe(person.email);
});

test("after too many codes no other is sent, and the newest one works", { tags: "mail" }, async () => {
  const person = await newMember();
  const codePage = await requestCode(person.email);
  for (let count = 2; count <= 5; count += 1) expect((await postCodeForm(codePage, "again")).status).toBe(200);
  const codes = (await mailsTo(server(), person.email)).length;
  const limited = await postCodeForm(codePage, "again");
  expect(limited.status).toBe(200);
  expect(limited.alert).toMatch(/^No other code was sent, .* Enter the one from the newest mail\.$/);
  expect(await mailsTo(server(), person.email)).toHaveLength(codes);
});

test("while codes are paused, a right code is not called wrong, and the page leads to a new password", {
  tags: "mail",
}, async () => {
  const person = await newMember();
  const codePage = await requestCode(person.email);
  const { code } = await mailedCode(server(), person.email);
  for (let count = 1; count <= 10; count += 1)
    expect((await postCodeForm(codePage, "verify", wrongCode(code))).status).toBe(401);
  const paused = await postCodeForm(codePage, "verify", code);
  expect(paused.status).toBe(429);
  expect(paused.alert).toMatch(
    /^❌ Invalid OTP: This code was not checked, because too many codes were entered before it\. It may be right\. Wait, and enter it again in \d+ seconds?\.$/,
  );
  const links = parse(paused.html).querySelectorAll("[role=alert] a");
  expect(links.map((link) => [link.text, link.getAttribute("href")])).toEqual([
    ["set a new password", "/reset-password"],
  ]);
});

test("an unknown address gets the same page and the same error for its code, its own phrase, and no mail", {
  tags: "mail",
}, async () => {
  const person = await newMember();
  const stranger = createPerson();
  const requestPage = async (email: string) => {
    const codePage = await requestCode(email);
    const phrase = codePage.value("phrase") ?? "";
    expect(phrase).toMatch(/^[A-Z]\w+ \w+$/);
    const userId = codePage.value("userId") ?? "";
    const html = [email, phrase, userId].reduce((text, unique) => text.replaceAll(unique, "…"), codePage.html);
    return { codePage, status: codePage.status, html: html.replaceAll(/[0-9a-f]{32}/g, "…") };
  };
  const [known, unknown] = [await requestPage(person.email), await requestPage(stranger.email)];
  expect([unknown.status, unknown.html]).toEqual([known.status, known.html]);
  const { code } = await mailedCode(server(), person.email);
  expect(await mailsTo(server(), stranger.email)).toEqual([]);

  const responses = await Promise.all(
    [known, unknown].map(({ codePage }) => postCodeForm(codePage, "verify", wrongCode(code))),
  );
  expect(responses.map(({ status, alert }) => [status, alert])).toEqual(Array(2).fill([401, WRONG_CODE_MESSAGE]));
});

test("a member is redirected to the dashboard", async () => {
  const cookie = await signUpOverApi(server(), createPerson());
  const { status, location } = await getPage(server(), PATH, { cookie });
  expect([status, location]).toEqual([303, "/dashboard"]);
});
