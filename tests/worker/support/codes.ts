// One-time codes as the pages ask for them and take them.
import { expect } from "vitest";
import { mailedCode } from "./mails";
import { type Browser, bindings, type TestApp } from "./test-app";

/** A deployment that wants addresses proven. */
export const PROVEN = { ...bindings, EMAIL_VERIFIED_AT_SIGN_UP: "false" };

export interface SentCode {
  userId: string;
  phrase?: string;
}

export const requestCode = (browser: Browser, email: string, more: Record<string, unknown> = {}, bound = bindings) =>
  browser.send("POST", "/account/tokens/email", { email, ...more }, bound);
export const requestSignUpCode = async (browser: Browser, email: string) =>
  (await requestCode(browser, email, { purpose: "sign-up" }, PROVEN)).json<SentCode>();
export const enterCode = (browser: Browser, userId: string, secret: string) =>
  browser.send("POST", "/account/sessions/token", { userId, secret });
/** Asks for a code, as a browser does, and reads the mail. */
export async function newCode(app: TestApp, browser: Browser, email: string) {
  const { userId } = await (await requestCode(browser, email)).json<SentCode>();
  return { userId, secret: await mailedCode(app, email) };
}

export async function signInByCode(app: TestApp, browser: Browser, email: string): Promise<Response> {
  const { userId, secret } = await newCode(app, browser, email);
  return enterCode(browser, userId, secret);
}

/** Proves an address as the sign-up page does. */
export async function proveAddress(app: TestApp, browser: Browser, email: string) {
  const { userId } = await requestSignUpCode(browser, email);
  const secret = await mailedCode(app, email);
  const response = await browser.send("PUT", "/account/tokens/email", { userId, secret }, PROVEN);
  expect(response.status).toBe(200);
  return { userId, secret, ...(await response.json<{ proof: string; email: string; expiresAt: string }>()) };
}
