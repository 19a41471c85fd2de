// Requests and uses one-time codes through the API.
import { expect } from "vitest";
import { mailedCode } from "./mails";
import { type Browser, bindings, type TestApp } from "./test-app";

/** Bindings of a deployment that requires proof of an address at sign-up. */
export const PROVEN = { ...bindings, EMAIL_VERIFIED_AT_SIGN_UP: "false" };

export interface SentCode {
  userId: string;
  isMailed: boolean;
  phrase?: string;
}

export const requestCode = (browser: Browser, email: string, more: Record<string, unknown> = {}, bound = bindings) =>
  browser.send("POST", "/account/tokens/email", { email, ...more }, bound);
export const requestSignUpCode = async (browser: Browser, email: string) =>
  (await requestCode(browser, email, { purpose: "sign-up" }, PROVEN)).json<SentCode>();
export const enterCode = (browser: Browser, userId: string, secret: string) =>
  browser.send("POST", "/account/sessions/token", { userId, secret });

/** Requests a code for sign-in and reads it from the e-mail. */
export async function newCode(app: TestApp, browser: Browser, email: string) {
  const { userId } = await (await requestCode(browser, email)).json<SentCode>();
  return { userId, secret: await mailedCode(app, email) };
}

export async function signInByCode(app: TestApp, browser: Browser, email: string): Promise<Response> {
  const { userId, secret } = await newCode(app, browser, email);
  return enterCode(browser, userId, secret);
}

/** Proves an address with a code, as the sign-up page does. */
export async function proveAddress(app: TestApp, browser: Browser, email: string) {
  const { userId } = await requestSignUpCode(browser, email);
  const secret = await mailedCode(app, email);
  const response = await browser.send("PUT", "/account/tokens/email", { userId, secret }, PROVEN);
  expect(response.status).toBe(200);
  return { userId, secret, ...(await response.json<{ proof: string; email: string; expiresAt: string }>()) };
}
