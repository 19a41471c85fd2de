// Two-step sign-in in the settings without JavaScript, as the server renders it.
// @module-tag mail
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { getPage, type HttpPage, postForm } from "../support/http";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";
import { totpCode, waitForSteadyCode } from "../support/totp";
import { confirmEmail, mailedFactorCode } from "../support/two-step";

const server = useServer();

const PAGE = "/settings/two-step";
const CODES = `${PAGE}/codes`;
const OFF = `${PAGE}/off`;

/** A new member with a confirmed e-mail, who requests pages and posts forms with their current cookies. */
async function newMember() {
  const person = createPerson({ role: "Mentor" });
  let cookie = await signUpOverApi(server(), person);
  await confirmEmail(server(), person, cookie);
  const updateCookie = (page: HttpPage) => {
    cookie = page.cookie;
    return page;
  };
  return {
    person,
    get: async (path: string) => updateCookie(await getPage(server(), path, { cookie })),
    post: async (path: string, fields: Record<string, string>) =>
      updateCookie(await postForm(server(), path, fields, { cookie })),
  };
}
type Member = Awaited<ReturnType<typeof newMember>>;

const title = (page: HttpPage) => parse(page.html).querySelector("h1")?.text;
const codesIn = (page: HttpPage) =>
  parse(page.html)
    .querySelectorAll("main ol code")
    .map((code) => code.text);

/** What the page shows to the app. */
function keyIn(page: HttpPage) {
  const document = parse(page.html);
  const uri = document.querySelector('main a[href^="otpauth:"]')?.getAttribute("href") ?? "";
  return {
    uri,
    secret: new URL(uri).searchParams.get("secret") ?? "",
    key: document.querySelector("main details code")?.text,
    drawing: document.querySelector("main svg[role=img] path")?.getAttribute("d"),
  };
}

async function currentCode(secret: string): Promise<string> {
  await waitForSteadyCode();
  return totpCode(secret, Date.now());
}

async function begin({ post, person }: Member) {
  await post(PAGE, { password: person.password });
  const page = await post(PAGE, { mailed: "", code: await mailedFactorCode(server(), person) });
  return { page, ...keyIn(page) };
}

async function switchOn(member: Member) {
  const { uri, secret } = await begin(member);
  const fields = { uri, code: await currentCode(secret) };
  const page = await member.post(PAGE, fields);
  return { page, fields, secret, codes: codesIn(page) };
}

test("it is switched on with the password and a code of the app, and the recovery codes are shown", async () => {
  const member = await newMember();
  const { get, post, person } = member;
  expect((await get("/settings?whole")).html).toContain(`href="${PAGE}"`);
  const form = await get(PAGE);
  expect(form.status).toBe(200);
  expect(form.html).toMatch(/<meta name="robots" content="noindex"/);
  const wrong = await post(PAGE, { password: "Not-the-one-1" });
  expect(wrong).toMatchObject({ status: 401, alert: "This is not your password. Check it and try again" });
  expect(wrong.fieldError("password")).toBe("This is not your password. Check it and try again");

  const begun = await begin(member);
  expect(title(begun.page)).toBe("Connect your app");
  expect(begun.key?.replaceAll(" ", "")).toBe(begun.secret);
  expect(decodeURIComponent(begun.uri)).toContain(person.email);
  expect(begun.page.value("uri")).toBeDefined();

  const mistyped = await post(PAGE, { uri: begun.uri, code: "12345" });
  expect(mistyped).toMatchObject({ status: 422, alert: "The code is a number of 6 digits" });
  const { page: _, ...shown } = begun;
  expect(keyIn(mistyped)).toEqual(shown);

  const done = await post(PAGE, { uri: begun.uri, code: await currentCode(begun.secret) });
  expect(done.status).toBe(200);
  expect(title(done)).toBe("Save your recovery codes");
  expect(codesIn(done)).toHaveLength(6);
  expect((await get(PAGE)).text).toContain("6 recovery codes are left.");
  expect((await get("/settings?whole")).text).toContain("6 recovery codes are left");
});

test("a wrong code from the mail is rejected at its field, and another one is sent after the password", async () => {
  const { get, post, person } = await newMember();
  const form = await post(PAGE, { password: person.password });
  expect(title(form)).toBe("Enter the code from your mail");
  const right = await mailedFactorCode(server(), person);
  const wrong = await post(PAGE, { mailed: "", code: right === "000000" ? "000001" : "000000" });
  expect([wrong.status, wrong.fieldError("code")]).toEqual([401, expect.stringMatching(/^This code is not right/)]);
  expect(title(await post(PAGE, { mailed: "", code: right }))).toBe("Connect your app");
  // Sent a second time it goes on with the same key.
  const connect = await get(PAGE);
  expect(keyIn(await post(PAGE, { mailed: "", code: right }))).toEqual(keyIn(connect));
  await post(PAGE, { cancel: "" });
  const again = await post(PAGE, { mailed: "", code: right });
  expect(again.alert).toBe(
    "The code from the mail does not work any more. Enter your password, and we send another one.",
  );
  expect(again.html).toContain('name="password"');
});

test("a page that is loaded again goes on where it was, with the same key, until it is cancelled", async () => {
  const { get, post, person } = await newMember();
  await post(PAGE, { password: person.password });
  expect(title(await get(PAGE))).toBe("Enter the code from your mail");
  await post(PAGE, { cancel: "" });
  expect((await get(PAGE)).html).toContain('name="password"');

  await post(PAGE, { password: person.password });
  const begun = await post(PAGE, { mailed: "", code: await mailedFactorCode(server(), person) });
  const reloaded = await get(PAGE);
  expect(reloaded.text).toContain("You can go on where you were. This is the same key as before");
  expect(keyIn(reloaded)).toEqual(keyIn(begun));
  const cancelled = await post(PAGE, { uri: keyIn(begun).uri, cancel: "" });
  expect(cancelled).toMatchObject({ status: 303, location: PAGE });
  expect((await get(PAGE)).html).toContain('name="password"');

  await post(PAGE, { password: person.password });
  const { uri, secret } = keyIn(await post(PAGE, { mailed: "", code: await mailedFactorCode(server(), person) }));
  await get(PAGE);
  await post(PAGE, { uri, code: await currentCode(secret) });
  expect((await get(PAGE)).text).toContain("6 recovery codes are left.");
});

test("before the email is confirmed the page leads to that", async () => {
  const person = createPerson();
  const cookie = await signUpOverApi(server(), person);
  const page = await getPage(server(), PAGE, { cookie });
  expect(page.text).toContain("Confirm your email first.");
  expect(page.html).toContain('href="/verify-email"');
  expect(page.value("password")).toBeUndefined();
  const posted = await postForm(server(), PAGE, { password: person.password }, { cookie });
  expect([posted.status, posted.html.includes('<svg role="img"')]).toEqual([400, false]);
  expect(posted.text).toContain("Confirm your email first.");
});

test("pages with secrets are not stored, and no secret can be read in a cookie", async () => {
  const member = await newMember();
  const { page: begun, secret } = await begin(member);
  const { page: done, codes } = await switchOn(member);
  for (const page of [begun, done]) {
    expect(page.headers.get("Cache-Control")).toContain("no-store");
    const cookies = page.headers.getSetCookie().join();
    for (const text of [secret, ...codes]) expect(cookies).not.toContain(text);
  }
});

test("a page with recovery codes that is loaded again says that they are shown once, and makes none", async () => {
  const member = await newMember();
  const { fields } = await switchOn(member);
  expect(await member.post(PAGE, fields)).toMatchObject({ status: 303, location: PAGE });
  const page = await member.get(PAGE);
  expect(page.text).toContain("It was on already. If you have pressed the button before, that did it.");
  expect(page.text).toContain("We show them only once: if you did not save yours, make new ones.");
  const again = await member.get(PAGE);
  expect(again.text).not.toContain("It was on already.");
  expect(again.text).toContain("We show them only once");
});

test("the form to begin, sent again from an old page, leads to the state", async () => {
  const member = await newMember();
  await switchOn(member);
  expect(await member.post(PAGE, { password: member.person.password })).toMatchObject({ status: 303, location: PAGE });
});

test("an address of the form that is no key is not shown, and the code is checked all the same", async () => {
  const member = await newMember();
  const { secret } = await begin(member);
  const forged = await member.post(PAGE, { uri: "javascript:alert(1)", code: "12345" });
  expect(forged).toMatchObject({ status: 422, alert: "The code is a number of 6 digits" });
  expect(forged.html).not.toContain("javascript:alert");
  const done = await member.post(PAGE, { uri: "", code: await currentCode(secret) });
  expect(codesIn(done)).toHaveLength(6);
});

test("a code for a key that is gone leads back to the beginning", async () => {
  const member = await newMember();
  const uri = "otpauth://totp/Navarambh?issuer=Navarambh&secret=ABCD";
  const page = await member.post(PAGE, { uri, code: "123456" });
  expect(page).toMatchObject({ status: 404, alert: "This QR code does not work any more. Start again." });
  expect(page.html).toContain('name="password"');
});

test("new recovery codes take the password and a code, and are made once", async () => {
  const member = await newMember();
  const { codes } = await switchOn(member);
  expect(title(await member.get(CODES))).toBe("New recovery codes");
  const empty = await member.post(CODES, { password: "", code: "" });
  expect(empty).toMatchObject({ status: 422, alert: "Enter your password" });
  expect(empty.fieldError("code")).toBe("Enter the code");
  const fields = { password: member.person.password, code: codes[0] ?? "" };
  const made = await member.post(CODES, fields);
  expect(title(made)).toBe("Save your recovery codes");
  expect(codesIn(made).filter((code) => codes.includes(code))).toEqual([]);
  const again = await member.post(CODES, fields);
  expect(again.status).toBe(401);
  expect(again.fieldError("code")).toMatch(/^This code is not right/);
  expect(codesIn(again)).toEqual([]);
});

test("it is switched off with a recovery code as the page shows it, and on again", async () => {
  const member = await newMember();
  const { codes } = await switchOn(member);
  const { password } = member.person;
  const wrong = await member.post(OFF, { password, code: "00000 00000" });
  expect(wrong.status).toBe(401);
  expect(wrong.fieldError("code")).toMatch(/^This code is not right/);
  expect(wrong.value("code")).toBeUndefined();
  expect(await member.post(OFF, { password, code: codes[2] ?? "" })).toMatchObject({ status: 303, location: PAGE });
  expect((await member.get(PAGE)).text).toContain("Two-step sign-in is off.");
  for (const path of [CODES, OFF]) expect(await member.get(path)).toMatchObject({ status: 303, location: PAGE });
  expect((await switchOn(member)).codes).toHaveLength(6);
});

test("deleting the account asks for a code while it is on", async () => {
  const member = await newMember();
  expect((await member.get("/settings/delete")).html).not.toContain('name="code"');
  const { codes } = await switchOn(member);
  expect((await member.get("/settings/delete")).html).toContain('name="code"');
  const { password } = member.person;
  const without = await member.post("/settings/delete", { password });
  expect(without).toMatchObject({ status: 422, alert: "Enter the code" });
  expect(without.alertText).toContain("Nothing was deleted.");
  expect(without.fieldError("code")).toBe("Enter the code");
  const deleted = await member.post("/settings/delete", { password, code: codes[0] ?? "" });
  expect(deleted).toMatchObject({ status: 303, location: "/" });
});
