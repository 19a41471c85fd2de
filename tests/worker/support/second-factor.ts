// Second factors: switched on directly at the embedded backend, or through the API as a member does.
import { loadConfig } from "../../../worker/config";
import { totpCode } from "../../../worker/embedded/account/totp";
import { Faults } from "./faults";
import type { Mail } from "./mails";
import { join, PASSWORD } from "./people";
import { type Browser, bindings, createTestApp } from "./test-app";

/** How long a code of an authenticator lasts. */
const STEP_MS = 30_000;
/** So near its end a code is not used: the backend might get it after that. */
const MARGIN_MS = 3_000;

export interface SecondFactor {
  userId: string;
  /** The code that the authenticator shows now. */
  code(): Promise<string>;
  recoveryCodes: string[];
}

/** Calls the backend with the API key, or with a session. */
export async function callBackend<T>(method: string, path: string, body?: object, session?: string): Promise<T> {
  const { server, projectId, apiKey } = await loadConfig(bindings);
  const headers = new Headers({ "X-Appwrite-Project": projectId, "Content-Type": "application/json" });
  if (session) headers.set("X-Appwrite-Session", session);
  else headers.set("X-Appwrite-Key", apiKey);
  const sent = body && JSON.stringify(body);
  const response = await server.fetch(new Request(server.baseUrl + path, { method, headers, body: sent }));
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (response.status === 204 ? null : await response.json()) as T;
}

/** Adds an authenticator and recovery codes to a member's account, and switches the second factor on. */
export async function switchOnSecondFactor(email: string, password = PASSWORD): Promise<SecondFactor> {
  const session = await callBackend<{ userId: string; secret: string }>("POST", "/account/sessions/email", {
    email,
    password,
  });
  return { userId: session.userId, ...(await switchOnWithSession(session.secret)) };
}

/** The same with the member's session, which has the factor then. @param secret Appwrite's own */
export async function switchOnWithSession(secret: string): Promise<Omit<SecondFactor, "userId">> {
  const call = <T>(method: string, path: string, body?: object) =>
    callBackend<T>(method, `/account/mfa${path}`, body, secret);
  const app = await call<{ secret: string }>("POST", "/authenticators/totp");
  const code = () => currentCode(app.secret);
  await call("PUT", "/authenticators/totp", { otp: await code() });
  const { recoveryCodes } = await call<{ recoveryCodes: string[] }>("POST", "/recovery-codes");
  await call("PATCH", "", { mfa: true });
  return { code, recoveryCodes };
}

/** Marks a member's e-mail address as verified. */
export async function verifyEmail(userId: string): Promise<void> {
  await callBackend("PATCH", `/users/${userId}/verification`, { emailVerification: true });
}

/** Ends the browser's session at Appwrite alone, as its console does. The browser keeps the cookie. */
export async function endSessionAtAppwrite(browser: Browser): Promise<void> {
  const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
  const listed = await browser.send("GET", "/account/sessions");
  const { sessions } = await listed.json<{ sessions: { id: string; current: boolean }[] }>();
  await callBackend("DELETE", `/users/${user.id}/sessions/${sessions.find(({ current }) => current)?.id}`);
}

/** The code that an app with this secret shows, which holds for some seconds more. */
export async function currentCode(secret: string): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  // A timer may end a millisecond early. Not `scheduler.wait`, which some tests replace by one that does not wait.
  if (left < MARGIN_MS) await new Promise((resolve) => setTimeout(resolve, left + 100));
  return totpCode(secret, new Date());
}

/** A code of six digits that this secret does not have now, nor had before, nor has next. */
export function wrongCode(secret: string): string {
  const near = [-1, 0, 1].map((step) => totpCode(secret, new Date(Date.now() + step * STEP_MS)));
  const codes = ["000000", "111111", "222222", "333333"];
  return codes.find((code) => !near.includes(code)) ?? "";
}

/** Sends the password, and reads the code from the mail. */
export async function mailedEnrolmentCode(browser: Browser): Promise<string> {
  const response = await browser.send("POST", "/account/second-factor/email", { password: PASSWORD });
  if (response.status !== 202) throw new Error(`no mail: ${response.status} ${await response.text()}`);
  const { user } = await (await browser.send("GET", "/account")).json<{ user: { email: string } }>();
  const mails = await (await browser.fetch("/__mailbox.json")).json<Mail[]>();
  return mails.find(({ kind, to }) => kind === "challenge" && to === user.email)?.code ?? "";
}

/** Makes the secret for the app. */
export async function createAuthenticator(browser: Browser): Promise<string> {
  const code = await mailedEnrolmentCode(browser);
  const response = await browser.send("POST", "/account/second-factor/authenticator", { code });
  if (response.status !== 200) throw new Error(`no authenticator: ${response.status} ${await response.text()}`);
  return (await response.json<{ secret: string }>()).secret;
}

/** @returns the app's secret, and the recovery codes */
export async function switchOn(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await createAuthenticator(browser);
  const response = await browser.send("PUT", "/account/second-factor/authenticator", {
    code: await currentCode(secret),
  });
  if (response.status !== 200) throw new Error(`not switched on: ${response.status} ${await response.text()}`);
  return { secret, ...(await response.json<{ recoveryCodes: string[] }>()) };
}

/** A member with a second factor, a new browser, and the app with its faults. */
export async function memberWithFactor({ isVerified = false } = {}) {
  const faults = new Faults();
  const app = createTestApp({ wrapServer: faults.wrap });
  const joined = app.browser();
  const { email } = await join(joined);
  const factor = await switchOnSecondFactor(email);
  if (isVerified) await verifyEmail(factor.userId);
  return { app, faults, email, joined, browser: app.browser(), ...factor };
}

/** Answers the second step of a sign-in. */
export function answer(browser: Browser, factor: string, code: string): Promise<Response> {
  return browser.send("POST", "/account/challenge", { factor, code });
}

/** The status and the type of the API's error. */
export async function errorOf(response: Response): Promise<[number, string]> {
  const { error } = await response.json<{ error: { code: number; type: string } }>();
  return [error.code, error.type];
}
