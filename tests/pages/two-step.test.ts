// The second step of signing in, without JavaScript.
// @module-tag own-server

import { expect, test } from "vitest";
import { MEMBER_PAGES } from "../../worker/pages/member-pages";
import { useFaultyProduct } from "../support/faulty-product";
import { getPage, type HttpPage, postForm } from "../support/http";
import { mailsTo } from "../support/mailbox";
import { type Person, signUpFields } from "../support/people";
import { switchOnSecondFactor } from "../support/second-factor";
import { fileBytes } from "../support/test-files";

const { appwrite, server, newMember, signIn } = useFaultyProduct();
const PATH = "/login/two-step";

async function memberWithFactor() {
  const { person, cookie } = await newMember();
  return { person, cookie, ...(await switchOnSecondFactor(appwrite(), person)) };
}

/** Signs in with the password, and follows the redirect to the second step. */
async function firstStep(person: Person): Promise<HttpPage> {
  const signedIn = await signIn(person);
  expect([signedIn.status, signedIn.location]).toEqual([303, PATH]);
  return getPage(server(), PATH, { cookie: signedIn.cookie });
}

/** Posts the form of the page. */
const post = (page: HttpPage, path: string, fields: Record<string, string>) =>
  postForm(server(), path, fields, { cookie: page.cookie });

const confirm = (page: HttpPage, code: string, factor = "totp", path = PATH) =>
  post(page, path, { factor, code, step: "confirm" });

/** Follows the redirect to the dashboard. */
async function dashboard(page: HttpPage): Promise<HttpPage> {
  expect([page.status, page.location]).toEqual([303, "/dashboard?whole"]);
  return getPage(server(), "/dashboard?whole", { cookie: page.cookie });
}

test("the page asks for the code of the app, is private, and shows a guest's header", async () => {
  const { person } = await memberWithFactor();
  const page = await firstStep(person);
  expect(page.status).toBe(200);
  expect(page.text).toContain("One more step");
  expect(page.text).toContain("Code from your app");
  expect(page.html).toContain('<meta name="robots" content="noindex"');
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect(page.html).not.toContain(person.name);
  const elsewhere = await getPage(server(), "/dashboard", { cookie: page.cookie });
  expect([elsewhere.status, elsewhere.location]).toEqual([303, "/login"]);
});

test("a member signs in with the code of their app, after a wrong one", async () => {
  const { person, code } = await memberWithFactor();
  const page = await firstStep(person);
  const malformed = await confirm(page, "12 34");
  expect([malformed.status, malformed.alert]).toEqual([422, "The code is a number of 6 digits"]);
  expect([malformed.fieldError("code"), malformed.value("code")]).toEqual([
    "The code is a number of 6 digits",
    "12 34",
  ]);
  const right = await code();
  const wrong = await confirm(page, right === "000000" ? "000001" : "000000");
  expect([wrong.status, wrong.alert]).toEqual([
    401,
    "This code is not right, or its 30 seconds are over. Enter the code that your app shows now, and let your phone set date and time by itself.",
  ]);
  expect(wrong.value("code")).toBe("");
  const home = await dashboard(await confirm(page, await code()));
  expect(home.text).toContain(`Welcome back, ${person.name}!`);
});

test("a member who lost the phone signs in with a recovery code, which works once", async () => {
  const { person, recoveryCodes } = await memberWithFactor();
  const [first = "", second = ""] = recoveryCodes;
  const recovery = `${PATH}?use=recovery-code`;
  const start = await firstStep(person);
  expect(start.html).toContain(`href="${recovery}"`);
  const page = await getPage(server(), recovery, { cookie: start.cookie });
  expect(page.text).toContain("Recovery code");
  const typed = `${first.slice(0, 5)} ${first.slice(5)}`.toUpperCase();
  const home = await dashboard(await confirm(page, typed, "recoveryCode", recovery));
  expect(home.text).toContain("That recovery code is used up, and five recovery codes are left.");

  const again = await firstStep(person);
  const used = await confirm(again, first, "recoveryCode", recovery);
  expect([used.status, used.alert]).toEqual([
    401,
    "This recovery code is not right, or it was used already. Try another one.",
  ]);
  expect(used.text).toContain("Ten characters.");
  await dashboard(await confirm(again, second, "recoveryCode", recovery));
});

test("a member signs in with a code from a mail", async () => {
  const { person } = await memberWithFactor();
  const mail = `${PATH}?use=email`;
  const start = await firstStep(person);
  const page = await getPage(server(), mail, { cookie: start.cookie });
  expect(page.text).toContain("Send me a code");
  const sent = await post(page, mail, { step: "send" });
  expect([sent.status, sent.location]).toEqual([303, mail]);
  const codePage = await getPage(server(), mail, { cookie: sent.cookie });
  expect(codePage.text).toContain("A mail with a code is on its way.");
  const [newest] = (await mailsTo(appwrite(), person.email)).filter(({ kind }) => kind === "challenge");
  await dashboard(await confirm(codePage, newest?.code ?? "", "email", mail));
});

test("“Start again” cancels: the code is of no use then", async () => {
  const { person, recoveryCodes } = await memberWithFactor();
  const page = await firstStep(person);
  const cancelled = await post(page, PATH, { step: "cancel" });
  expect([cancelled.status, cancelled.location, cancelled.cookie]).toEqual([303, "/login", ""]);
  const late = await confirm(cancelled, recoveryCodes[0] ?? "", "recoveryCode");
  expect([late.status, late.location]).toEqual([303, "/login?expired"]);
  const login = await getPage(server(), "/login?expired", { cookie: late.cookie });
  expect(login.text).toContain("The second step has to follow within ten minutes.");
});

test("a code that is posted twice signs in twice, and a member is sent to the dashboard", async () => {
  const { person, recoveryCodes } = await memberWithFactor();
  const page = await firstStep(person);
  const [code = ""] = recoveryCodes;
  const first = await confirm(page, code, "recoveryCode");
  await dashboard(first);
  await dashboard(await confirm(page, code, "recoveryCode"));
  for (const path of [PATH, "/login"]) {
    const visit = await getPage(server(), path, { cookie: first.cookie });
    expect([visit.status, visit.location]).toEqual([303, "/dashboard"]);
  }
  const late = await confirm(first, code, "recoveryCode");
  expect([late.status, late.location]).toEqual([303, "/dashboard"]);
});

test("a guest is sent to sign in", async () => {
  const page = await getPage(server(), PATH);
  expect([page.status, page.location]).toEqual([303, "/login?expired"]);
});

test("too many wrong codes are rejected, with the time to wait", async () => {
  const { person, code } = await memberWithFactor();
  const page = await firstStep(person);
  const right = await code();
  const wrong = Array.from({ length: 12 }, (_, n) => `00000${n}`.slice(-6)).filter((one) => one !== right);
  // Each request has an address of its own, so the limit of the account is the one that is reached.
  for (const one of wrong.slice(0, 10)) expect((await confirm(page, one)).status).toBe(401);
  const limited = await confirm(page, await code());
  expect(limited.status).toBe(429);
  expect(limited.alert).toMatch(
    /^Too many codes were tried\. Try again in \d+ (second|minute)s?\. Until then no code works, of any kind\.$/,
  );
});

test("a sign-up with the address of such an account leads to the second step, and says that the file is not added", async () => {
  const { person, code } = await memberWithFactor();
  const form = new FormData();
  for (const [field, value] of Object.entries(signUpFields(person))) form.set(field, value);
  form.set("portfolio", new File([fileBytes("pdf", 1000)], "deck.pdf", { type: "application/pdf" }));
  const joined = await postForm(server(), "/signup", form);
  expect([joined.status, joined.location]).toEqual([303, PATH]);
  const page = await getPage(server(), PATH, { cookie: joined.cookie });
  expect(page.text).toContain("You already have an account with this email.");
  expect(page.text).toContain("A file that you chose is not added");
  const home = await dashboard(await confirm(page, await code()));
  expect(home.text).not.toContain("deck.pdf");
});

test("a session that was open when the second factor was switched on is led to the second step from every page", async () => {
  const { person, cookie, code } = await memberWithFactor();
  const visits = [...MEMBER_PAGES.map((path) => `${path}?whole`), "/login?ended", PATH];
  for (const path of visits) {
    const page = await getPage(server(), path, { cookie });
    expect([path, page.status, page.location]).toEqual([path, 303, PATH]);
  }
  const saved = await postForm(server(), "/settings", { intent: "name", name: "Asha K" }, { cookie });
  expect([saved.status, saved.location]).toEqual([303, PATH]);
  const page = await getPage(server(), PATH, { cookie: saved.cookie });
  const home = await dashboard(await confirm(page, await code()));
  expect(home.text).toContain(`Welcome back, ${person.name}!`);
});

test("while the backend fails, the page says so and keeps the sign-in", async () => {
  const { person, code } = await memberWithFactor();
  const page = await firstStep(person);
  appwrite().fail(/mfa/, { code: 500, type: "general_unknown", message: "Server Error: node-3 lost its disk" });
  const failed = await getPage(server(), PATH, { cookie: page.cookie });
  expect([failed.status, failed.text.includes("node-3")]).toEqual([502, false]);
  expect(failed.text).toContain("Something went wrong on our side. Try again.");
  expect(failed.text).toContain("Start again");
  expect((await confirm(page, await code())).status).toBe(502);
  appwrite().reset();
  await dashboard(await confirm(page, await code()));
});
