// The members' side of two-step sign-in: the paths of the API, the state that it answers, and members to try them with.
import { vi } from "vitest";
import { Faults } from "./faults";
import { join } from "./people";
import { switchOn, verifyEmail } from "./second-factor";
import { type Browser, createTestApp } from "./test-app";

export const PATH = "/account/second-factor";
export const AUTHENTICATOR = `${PATH}/authenticator`;
export const MAIL = `${PATH}/email`;
export const RECOVERY_CODES = `${PATH}/recovery-codes`;
export const WRONG_PASSWORD = "Not-the-one-1";

/** The state of two-step sign-in while it is off. */
export const OFF = { isOn: false, isEmailVerified: true, recoveryCodesLeft: null };
/** The state while it is on. */
export const on = (recoveryCodesLeft: number | null) => ({ isOn: true, isEmailVerified: true, recoveryCodesLeft });

/** The state that the API answers. */
export const stateOf = async (browser: Browser) => (await browser.send("GET", PATH)).json();

export async function idOf(browser: Browser): Promise<string> {
  const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
  return user.id;
}

/** A member with a verified e-mail. */
export async function newMember() {
  const faults = new Faults();
  const app = createTestApp({ wrapServer: faults.wrap });
  const browser = app.browser();
  const { email } = await join(browser);
  await verifyEmail(await idOf(browser));
  return { app, faults, browser, email };
}

/** A member who has switched two-step sign-in on. The date is a fake one, half a minute ahead: use real timers again after the test. */
export async function newMemberWithApp() {
  const member = await newMember();
  const switchedOn = await switchOn(member.browser);
  // The first code is used: from here on the app shows the next one.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
  return { ...member, ...switchedOn };
}

/** The status and the type of the error that the API answers. */
export async function apiErrorOf(pending: Promise<Response>): Promise<{ status: number; type: string }> {
  const response = await pending;
  const { error } = await response.json<{ error: { type: string } }>();
  return { status: response.status, type: error.type };
}
