// The pages of signing in with a one-time code, as they are posted without JavaScript.
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

const askForCode = (email: string) => postForm(server(), PATH, { email });

/** Presses a button of the form for the code that a page is. */
function step(page: HttpPage, codeStep: "verify" | "again" | "cancel", code = ""): Promise<HttpPage> {
  const carried = { userId: page.value("userId") ?? "", email: page.value("email") ?? "" };
  return postForm(server(), PATH, { ...carried, phrase: page.value("phrase") ?? "", code, codeStep });
}

test.each([
  ["", "Enter your email address"],
  ["asha at example", "Please enter a valid email address"],
])("for the address %j no code is sent", async (email, sentence) => {
  const page = await askForCode(email);
  expect([page.status, page.alert, page.fieldError("email")]).toEqual([422, sentence, sentence]);
  expect(page.value("email")).toBe(email);
});

test("what is no code is said at its field, and typed again there", async () => {
  const person = await newMember();
  const asked = await askForCode(person.email);
  for (const [typed, sentence] of [
    ["", "Enter the code from the mail"],
    ["1234", "The code is a number of 6 digits"],
  ] as const) {
    const page = await step(asked, "verify", typed);
    expect([page.status, page.alert, page.fieldError("code")]).toEqual([422, null, sentence]);
    expect(page.value("code")).toBe(typed);
  }
});

test("another code has another phrase, which the mailbox shows too, and the first proof of an address is told once", async () => {
  const person = await newMember();
  const asked = await askForCode(person.email);
  const first = await mailedCode(server(), person.email);
  expect(asked.value("phrase")).toBe(first.phrase);
  const again = await step(asked, "again");
  expect(again.html).toContain("Another code is on its way.");
  const second = await mailedCode(server(), person.email, 2);
  expect(again.value("phrase")).toBe(second.phrase);
  const mailbox = await getPage(server(), "/__mailbox");
  expect(mailbox.html).toContain(second.phrase);
  expect(mailbox.html).toContain(second.code);

  const signedIn = await step(again, "verify", second.code);
  expect(signedIn.status).toBe(303);
  const dashboard = await getPage(server(), signedIn.location ?? "", { cookie: signedIn.cookie });
  expect(dashboard.html).toContain("Welcome back to Navarambh!");
  expect(dashboard.html).toContain("signing out every other device");

  const third = await askForCode(person.email);
  const later = await step(third, "verify", (await mailedCode(server(), person.email, 3)).code);
  const secondVisit = await getPage(server(), later.location ?? "", { cookie: later.cookie });
  expect(secondVisit.html).toContain("Welcome back to Navarambh!");
  expect(secondVisit.html).not.toContain("signing out every other device");
});

test("“Cancel” leads back to the address", async () => {
  const person = await newMember();
  const page = await step(await askForCode(person.email), "cancel");
  expect([page.status, page.alert]).toEqual([200, null]);
  expect(page.html).toContain("Send me a code");
  expect(page.value("email")).toBe(person.email);
});

test("too many codes are refused, with what leads in meanwhile", async () => {
  const person = await newMember();
  const asked = await askForCode(person.email);
  for (let count = 2; count <= 5; count += 1) expect((await step(asked, "again")).status).toBe(200);
  const refused = await step(asked, "again");
  expect(refused.status).toBe(429);
  expect(refused.alert).toMatch(
    /^That was tried too often\. Try again in 1[45] minutes\..* Meanwhile you can sign in with your password\./,
  );
});

test("an address that nobody has gets the same page, a phrase of its own, no mail, and the same words for its code", async () => {
  const person = await newMember();
  const nobody = createPerson();
  const page = async (email: string) => {
    const asked = await askForCode(email);
    const phrase = asked.value("phrase") ?? "";
    expect(phrase).toMatch(/^[A-Z]\w+ \w+$/);
    const userId = asked.value("userId") ?? "";
    const html = [email, phrase, userId].reduce((text, own) => text.replaceAll(own, "…"), asked.html);
    return { asked, status: asked.status, html: html.replaceAll(/[0-9a-f]{32}/g, "…") };
  };
  const [known, unknown] = [await page(person.email), await page(nobody.email)];
  expect([unknown.status, unknown.html]).toEqual([known.status, known.html]);
  expect(await mailsTo(server(), nobody.email)).toEqual([]);

  const { code } = await mailedCode(server(), person.email);
  const refused = await Promise.all([known, unknown].map(({ asked }) => step(asked, "verify", wrongCode(code))));
  expect(refused.map(({ status, alert }) => [status, alert])).toEqual(Array(2).fill([401, WRONG_CODE_MESSAGE]));
});

test("a member is sent on to the dashboard", async () => {
  const cookie = await signUpOverApi(server(), createPerson());
  const { status, location } = await getPage(server(), PATH, { cookie });
  expect([status, location]).toEqual([303, "/dashboard"]);
});
