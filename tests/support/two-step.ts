// Switches two-step sign-in on, on its page in the settings.
import type { Page } from "playwright-core";
import { mailedLink, mailsTo } from "./mailbox";
import { type Person, requestVerificationMail } from "./people";
import type { Server } from "./server";
import { STEP_MILLISECONDS, totpCode } from "./totp";

/**
 * Confirms a member's e-mail over the API, which two-step sign-in takes.
 * @param cookie the value of the member's Cookie header
 * @param mailbox where the mails are, if not at the server
 */
export async function confirmEmail(
  server: Pick<Server, "origin">,
  { email }: Pick<Person, "email">,
  cookie: string,
  mailbox: Pick<Server, "origin"> = server,
): Promise<void> {
  await requestVerificationMail(server, cookie);
  const { searchParams } = new URL(await mailedLink(mailbox, email, "verification"), server.origin);
  const response = await fetch(`${server.origin}/api/account/verification`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ userId: searchParams.get("userId"), secret: searchParams.get("secret") }),
  });
  if (response.status !== 200) throw new Error(`The email was not confirmed: ${await response.text()}`);
}

/** The code of the newest mail with a code for the second factor. */
export async function mailedFactorCode(
  mailbox: Pick<Server, "origin">,
  { email }: Pick<Person, "email">,
): Promise<string> {
  const mails = await mailsTo(mailbox, email);
  return mails.find(({ kind }) => kind === "challenge")?.code ?? "";
}

/** Sends the password on /settings/two-step and the mailed code, and opens the key for the app. @returns the key, without spaces */
export async function beginTwoStep(page: Page, person: Pick<Person, "email" | "password">): Promise<string> {
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByRole("heading", { level: 1, name: "Enter the code from your mail" }).waitFor();
  const { origin } = new URL(page.url());
  await page.getByLabel("Code", { exact: true }).fill(await mailedFactorCode({ origin }, person));
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("heading", { level: 1, name: "Connect your app" }).waitFor();
  await page.getByText("Show me the key").click();
  const key = await page.locator("details code").textContent();
  return (key ?? "").replaceAll(" ", "");
}

/**
 * Sends the code that an app with this key shows, and the next one if the code's 30 seconds ended on the way, as people do.
 * @returns the recovery codes, as the page shows them
 */
export async function confirmTwoStep(page: Page, key: string): Promise<string[]> {
  const heading = page.getByRole("heading", { level: 1, name: "Save your recovery codes" });
  const time = Date.now();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(key, time));
  await page.getByRole("button", { name: "Switch it on" }).click();
  await heading.or(page.getByRole("alert")).waitFor();
  if (await heading.isVisible()) return page.locator("main ol code").allTextContents();
  if (stepOf(time) === stepOf(Date.now())) throw new Error("The page did not take the code");
  return confirmTwoStep(page, key);
}

const stepOf = (time: number) => Math.floor(time / STEP_MILLISECONDS);
