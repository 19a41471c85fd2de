// The pages of members while the backend fails: sessions, forms and files are kept, and requests can be repeated.
// Behaviour with JavaScript is in tests/browser/backend-faults.test.ts.
// @module-tag own-server
import { describe, expect, test } from "vitest";
import { BACKEND_FAILED, disconnectedMessage, OUTAGE, useFaultyProduct } from "../support/faulty-product";
import { getPage, postForm } from "../support/http";
import { createPerson } from "../support/people";
import { NOT_FOUND_PATH, PUBLIC_PATHS } from "../support/public-paths";
import { fileBytes } from "../support/test-files";
import { totpCode, waitForSteadyCode } from "../support/totp";
import { confirmEmail, mailedFactorCode } from "../support/two-step";

const { appwrite, server, restore, newMember, backendCalls } = useFaultyProduct();

const CURRENT_USER = /^GET \/account$/;
const END_SESSIONS = /^DELETE \/account\/sessions/;
const PROFILE = /^GET \/tablesdb\//;
const CHANGE_PROFILE = /^P(ATCH|UT) \/tablesdb\//;
const GUEST = 'User (role: guests) missing scopes (["account"])';

/** The user and the profile of a session. */
async function fetchAccount(cookie: string) {
  const response = await fetch(`${server().origin}/api/account`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  return (await response.json()) as { user: { id: string } | null; profile: Record<string, unknown> | null };
}

const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Requests a page as a browser does, and reads its text as it streams. */
async function openStream(path: string, cookie = "") {
  // A compressor could buffer small chunks.
  const headers = { Cookie: cookie, "User-Agent": USER_AGENT, "Accept-Encoding": "identity" };
  const response = await fetch(server().origin + path, { headers });
  if (!response.body) throw new Error(`${path} has no body`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    response,
    /** Reads until the text contains `expected`. @returns the text so far */
    async readUntil(expected: string): Promise<string> {
      while (!text.includes(expected)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`The page ended without "${expected}":\n${text}`);
        text += value;
      }
      return text;
    },
  };
}

describe("while the backend does not respond", () => {
  test("the dashboard shows its header and that it is loading", async () => {
    const { person, cookie } = await newMember(createPerson({ name: "Nisha Gaikwad" }));
    appwrite().hold();
    const page = await openStream("/dashboard", cookie);
    const shell = await page.readUntil("Loading...");
    expect(page.response.status).toBe(200);
    expect(shell).toContain("</header>");
    expect(shell).toContain(person.name);
    expect(shell).not.toContain("Welcome back");
    appwrite().reset();
    await page.readUntil("Welcome back, ");
  });

  test("a member can read every public page, none of which needs backend data", async () => {
    const { person, cookie } = await newMember(createPerson({ name: "Vikram Pawar" }));
    appwrite().reset();
    appwrite().hold();
    for (const path of PUBLIC_PATHS) {
      const { status, html } = await getPage(server(), path, { cookie });
      expect(status, path).toBe(path === NOT_FOUND_PATH ? 404 : 200);
      expect(html, path).toContain(person.name);
    }
    expect(backendCalls()).toEqual([]);
  });
});

describe("a member's page", () => {
  test.each([
    { code: 401, type: "general_unauthorized_scope", message: GUEST },
    { code: 401, type: "general_access_forbidden", message: "Access to this API is forbidden." },
  ])(
    "with a session that the backend rejects ($type) redirects to the sign-in page, which clears the cookie",
    async (error) => {
      const { cookie } = await newMember();
      appwrite().fail(CURRENT_USER, error);
      const page = await getPage(server(), "/dashboard?whole", { cookie });
      expect(page.location).toBe("/login?ended");
      const ended = await getPage(server(), "/login?ended", { cookie });
      expect(ended.location).toBe("/login?ended");
      expect(ended.cookie).not.toContain("__Host-session");
      const signInPage = await getPage(server(), "/login?ended", { cookie: ended.cookie });
      expect(signInPage.text).toContain("You were signed out, here or on another device. Sign in again to go on.");
      expect(signInPage.html).toContain("Get Started");
    },
  );

  test.each([
    ["the account", CURRENT_USER, OUTAGE],
    ["the profile", PROFILE, OUTAGE],
  ])("says that the dashboard did not load when %s cannot be read, and keeps the session", async (_, calls, error) => {
    const { person, cookie } = await newMember();
    appwrite().fail(calls, error);
    const page = await getPage(server(), "/dashboard?whole", { cookie });
    expect(page.status).toBe(503);
    expect(page.text).toContain("Your dashboard did not load");
    expect(page.text).toContain("Try again");
    expect(page.cookie).toContain("__Host-session");
    appwrite().reset();
    const again = await getPage(server(), "/dashboard?whole", { cookie });
    expect(again.text).toContain(`Welcome back, ${person.name}!`);
  });

  test.each([
    ["/settings?whole", "Your settings did not load"],
    ["/settings/two-step", "We could not load two-step sign-in"],
    ["/profile", "Your profile did not load"],
    ["/profile/file", "Your file could not be looked up"],
  ])("%s says that it did not load, and loads once the backend is restored", async (path, heading) => {
    const { cookie } = await newMember();
    appwrite().disconnect();
    const page = await getPage(server(), path, { cookie });
    expect(page.status).toBe(503);
    expect(page.text).toContain(heading);
    expect(page.text).toContain("Try again");
    await restore();
    const again = await getPage(server(), path, { cookie });
    expect(again.status).toBe(200);
    expect(again.text).not.toContain(heading);
  });
});

test("switching two-step sign-in on keeps the key when the backend fails half way, and a code completes it", async () => {
  const { person, cookie } = await newMember();
  await confirmEmail(server(), person, cookie, appwrite());
  const mailed = await postForm(server(), "/settings/two-step", { password: person.password }, { cookie });
  const post = (fields: Record<string, string>) =>
    postForm(server(), "/settings/two-step", fields, { cookie: mailed.cookie });
  const begun = await post({ mailed: "", code: await mailedFactorCode(appwrite(), person) });
  const uri = begun.value("uri") ?? "";
  const confirm = async () => {
    await waitForSteadyCode();
    return post({ uri, code: totpCode(new URL(uri).searchParams.get("secret") ?? "", Date.now()) });
  };
  appwrite().fail(/^PATCH \/account\/mfa$/, OUTAGE);
  const failed = await confirm();
  expect(failed).toMatchObject({ status: 502, alert: BACKEND_FAILED });
  expect(failed.value("uri")).toBe(begun.value("uri"));
  appwrite().reset();
  expect((await getPage(server(), "/settings/two-step", { cookie })).html).toContain('name="password"');
  expect((await confirm()).text).toContain("Save your recovery codes");
});

describe("signing out", () => {
  test.each([
    ["a guest's missing scope", 401, GUEST],
    ["a missing scope", 401, "Missing scope: account"],
    ["any other error", 500, "Server Error"],
  ])("succeeds when the backend returns %s", async (_, code, message) => {
    const { cookie } = await newMember();
    appwrite().fail(END_SESSIONS, { code, type: "general_unauthorized_scope", message });
    const page = await postForm(server(), "/logout", {}, { cookie });
    expect(page.location).toBe("/");
    expect(page.cookie).not.toContain("__Host-session");
    expect((await getPage(server(), "/", { cookie: page.cookie })).alert).toBeNull();
  });
});

test("a member without a profile completes it from the dashboard", async () => {
  const { person, cookie } = await newMember();
  const { user } = await fetchAccount(cookie);
  const path = `/v1/databases/main/collections/users/documents/${user?.id}`;
  const headers = { "X-Appwrite-Project": "navarambh", "X-Appwrite-Key": appwrite().apiKey };
  expect((await fetch(appwrite().origin + path, { method: "DELETE", headers })).status).toBe(204);

  const dashboard = await getPage(server(), "/dashboard?whole", { cookie });
  expect(dashboard.text).toContain(`Welcome back, ${person.name}!`);
  expect(dashboard.text).toContain("Your profile is not there yet.");
  // A file belongs to a profile, so that the profile comes first.
  expect((await getPage(server(), "/profile/file", { cookie })).location).toBe("/profile");
  expect((await getPage(server(), "/profile", { cookie })).text).toContain("Complete your profile");
  const empty = await postForm(server(), "/profile", {}, { cookie });
  expect(empty.alert).toBe("Please fill in all required fields");
  const saved = await postForm(server(), "/profile", { role: "Investor", location: "Satara" }, { cookie });
  expect(saved.location).toBe("/dashboard?whole");
  expect((await fetchAccount(cookie)).profile).toMatchObject({
    role: "Investor",
    name: person.name,
    location: "Satara",
  });
});

describe("a failed change", () => {
  test("of the profile keeps the form values and leaves the profile unchanged", async () => {
    const { cookie } = await newMember();
    const fields = { role: "Mentor", location: "Nagpur" };
    appwrite().disconnect();
    const page = await postForm(server(), "/profile", fields, { cookie });
    expect(page.alert).toBe(disconnectedMessage(page));
    expect(page.html).toMatch(/<option[^>]* selected=""[^>]*>Nagpur</);
    await restore();
    expect((await fetchAccount(cookie)).profile?.location).toBe("Pune");
    expect((await postForm(server(), "/profile", fields, { cookie })).location).toBe("/dashboard?whole");
  });

  test("of the profile that was made all the same can be taken back in the form", async () => {
    const { cookie } = await newMember();
    const first = await getPage(server(), "/profile", { cookie });
    const fields = { role: "Mentor", location: "Nagpur", loaded: first.value("loaded") ?? "" };
    appwrite().loseAnswers(CHANGE_PROFILE);
    const page = await postForm(server(), "/profile", fields, { cookie });
    expect(page.alert).not.toBeNull();
    expect((await fetchAccount(cookie)).profile?.location).toBe("Nagpur");
    appwrite().reset();
    const hidden = { loaded: page.value("loaded") ?? "", unconfirmed: page.value("unconfirmed") ?? "" };
    const again = await postForm(server(), "/profile", { role: "Mentor", location: "Pune", ...hidden }, { cookie });
    expect(again.location).toBe("/dashboard?whole");
    expect((await fetchAccount(cookie)).profile?.location).toBe("Pune");
  });

  test("of the name keeps what was typed", async () => {
    const { person, cookie } = await newMember();
    appwrite().disconnect();
    const page = await postForm(server(), "/settings", { intent: "name", name: "Meera Joshi" }, { cookie });
    expect(page.alert).toBe(disconnectedMessage(page));
    expect(page.value("name")).toBe("Meera Joshi");
    await restore();
    expect((await fetchAccount(cookie)).profile?.name).toBe(person.name);
    const saved = await postForm(server(), "/settings", { intent: "name", name: "Meera Joshi" }, { cookie });
    expect(saved.location).toBe("/settings?whole");
  });

  test("of a file keeps the upload, and a failed deletion keeps the file; both can be repeated", async () => {
    const { cookie } = await newMember();
    const file = new File([fileBytes("pdf", 12_000)], "plan.pdf", { type: "application/pdf" });
    const form = new FormData();
    form.set("kind", "portfolio");
    form.set("portfolio", file);
    appwrite().fail(CHANGE_PROFILE, OUTAGE);
    const unsaved = await postForm(server(), "/profile/file", form, { cookie });
    expect(unsaved.alert).toBe(`${BACKEND_FAILED} The file has arrived: you need not choose it again.`);
    const uploaded = { kind: "portfolio" } as Record<string, string>;
    for (const name of ["portfolioId", "portfolioTicket", "portfolioName"]) uploaded[name] = unsaved.value(name) ?? "";
    appwrite().reset();
    expect((await postForm(server(), "/profile/file", uploaded, { cookie })).location).toBe("/dashboard?whole");

    const deletion = { kind: "portfolio", id: uploaded.portfolioId ?? "", name: "plan.pdf" };
    appwrite().disconnect();
    const undeleted = await postForm(server(), "/profile/file/delete", deletion, { cookie });
    expect(undeleted.alert).toBe("We do not know whether plan.pdf is deleted");
    expect(undeleted.alertText).toContain(disconnectedMessage(undeleted));
    await restore();
    expect((await fetchAccount(cookie)).profile?.portfolioId).toBe(deletion.id);
    await postForm(server(), "/profile/file/delete", deletion, { cookie });
    expect((await fetchAccount(cookie)).profile?.portfolioId).toBeFalsy();
  });
});

describe("a failed deletion of the account", () => {
  test("says what is left, and can be finished", async () => {
    const { person, cookie } = await newMember();
    appwrite().fail(/^DELETE \/users\//, OUTAGE);
    const { password } = person;
    const page = await postForm(server(), "/settings/delete", { password }, { cookie });
    expect(page.alert).toBe(BACKEND_FAILED);
    expect(page.alertText).toContain("Your file and your profile are gone; the account itself is still there.");
    appwrite().reset();
    expect((await postForm(server(), "/settings/delete", { password }, { cookie })).location).toBe("/");
    expect(await fetchAccount(cookie)).toEqual({ user: null, profile: null });
  });

  test("with a disconnected backend says that it can be sent again", async () => {
    const { person, cookie } = await newMember();
    appwrite().disconnect();
    const page = await postForm(server(), "/settings/delete", { password: person.password }, { cookie });
    expect(page.alertText).toContain("What is left goes when you send this once more.");
  });
});
