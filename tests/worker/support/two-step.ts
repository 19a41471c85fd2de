// Switches two-step sign-in on for a member, as their authenticator app and they would.
import { totpCode } from "../../../worker/embedded/account/totp";
import type { Mail } from "./mails";
import { PASSWORD } from "./people";
import type { Browser } from "./test-app";

const STEP_MS = 30_000;
/** So near the end of its 30 seconds a code is not sent: Appwrite might get it after them. */
const MARGIN_MS = 3_000;

/** The code that an app with this secret shows, which holds for some seconds more. */
export async function currentCode(secret: string): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < MARGIN_MS) await scheduler.wait(left);
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
