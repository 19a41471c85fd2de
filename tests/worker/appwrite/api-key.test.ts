// What the API key of a deployment may do: no more than the scopes of docs/appwrite.md › Keys, and each of them is used.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PRODUCT_SCOPES } from "../../../worker/appwrite/project";
import type { AppwriteServer } from "../../../worker/appwrite/server";
import { signInByCode } from "../support/codes";
import { mailedLink } from "../support/mails";
import { PASSWORD, STUDENT, signUpForm } from "../support/people";
import { callBackend, switchOn, verifyEmail } from "../support/second-factor";
import { type Browser, createTestApp, type TestApp } from "../support/test-app";
import { storedFiles, upload } from "../support/uploads";

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = "Tamarind-hill-42";

beforeEach(() => {
  // What is retried in the background does not succeed with a scope missing.
  vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** An app whose API key has these scopes alone, and what Appwrite said of each call that lacked one. */
async function appWithScopes(scopes: readonly string[]): Promise<{ app: TestApp; refused: string[] }> {
  const { secret } = await callBackend<{ secret: string }>("POST", "/project/keys", {
    keyId: "unique()",
    name: "A test's",
    scopes,
  });
  const refused: string[] = [];
  const wrapServer = (server: AppwriteServer): AppwriteServer => ({
    baseUrl: server.baseUrl,
    async fetch(request) {
      if (!request.headers.has("X-Appwrite-Key")) return server.fetch(request);
      const scoped = new Request(request);
      scoped.headers.set("X-Appwrite-Key", secret);
      const response = await server.fetch(scoped);
      if (response.status === 401) {
        const { message } = await response.clone().json<{ message: string }>();
        if (message.includes("missing scopes")) refused.push(message);
      }
      return response;
    },
  });
  return { app: createTestApp({ wrapServer }), refused };
}

/** Makes every call that needs the API key. @throws when one is refused */
async function useTheKey(app: TestApp): Promise<void> {
  const send = async (browser: Browser, method: string, path: string, body: object) => {
    const response = await browser.send(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const browser = app.browser();
  const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
  const form = signUpForm({ ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
  const { email } = form;
  const joined = await send(browser, "POST", "/account", form);
  const { user } = await joined.json<{ user: { id: string } }>();
  await send(app.browser(), "POST", "/account/sessions/email", { email, password: PASSWORD });
  // The first proof of an address by a code would end this browser's session.
  await verifyEmail(user.id);
  expect((await signInByCode(app, app.browser(), email)).status).toBe(201);
  const { recoveryCodes } = await switchOn(browser);
  await send(browser, "DELETE", "/account/second-factor", { password: PASSWORD, code: recoveryCodes[0] });
  await send(app.browser(), "POST", "/account/recovery", { email });
  const { userId, secret } = await mailedLink(app, email, "recovery");
  await send(app.browser(), "PUT", "/account/recovery", { userId, secret, password: NEW_PASSWORD });
  // Nobody claims it: the hourly clean-up deletes it, and keeps the member's.
  const unclaimed = await upload(app.browser(), { kind: "resume", name: "a.pdf" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * HOUR_MS });
  await app.scheduled();
  vi.useRealTimers();
  expect(await storedFiles()).toContain(file.id);
  expect(await storedFiles()).not.toContain(unclaimed.id);
  const again = app.browser();
  await send(again, "POST", "/account/sessions/email", { email, password: NEW_PASSWORD });
  await send(again, "DELETE", "/account", { password: NEW_PASSWORD });
  expect(await storedFiles()).not.toContain(file.id);
}

it("the API key's scopes are enough to join with a file, to sign in, for two-step sign-in, the clean-up and leaving", async () => {
  const { app, refused } = await appWithScopes(PRODUCT_SCOPES);
  await useTheKey(app);
  expect(refused).toEqual([]);
});

it.each(PRODUCT_SCOPES)("the API key needs %s", async (scope) => {
  const { app, refused } = await appWithScopes(PRODUCT_SCOPES.filter((other) => other !== scope));
  // The refused call stops what comes after it. Anything else that stops it is in the message.
  const stopped = await useTheKey(app).then(String, String);
  expect(refused, stopped).toContainEqual(expect.stringContaining(`"${scope}"`));
});
