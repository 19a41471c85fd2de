// Reads the e-mails of the embedded backend from its mailbox.
import type { TestApp } from "./test-app";

export interface Mail {
  to: string;
  kind: string;
  links: string[];
  code?: string;
  phrase?: string;
}

/** The e-mails to an address, newest first, after all background tasks. */
export async function mailsTo(app: TestApp, to: string): Promise<Mail[]> {
  await app.waitForBackgroundTasks();
  const mails = await (await app.browser().fetch("/__mailbox.json")).json<Mail[]>();
  return mails.filter((mail) => mail.to === to.toLowerCase());
}

/** The link in the newest e-mail of a kind to an address, with its parameters. */
export async function mailedLink(app: TestApp, to: string, kind: string) {
  const mails = await mailsTo(app, to);
  const url = new URL(mails.find((mail) => mail.kind === kind)?.links[0] ?? "about:blank");
  return { url, userId: url.searchParams.get("userId"), secret: url.searchParams.get("secret") };
}

/** The newest one-time code for an address. */
export async function mailedCode(app: TestApp, to: string): Promise<string> {
  const code = (await mailsTo(app, to)).find((mail) => mail.kind === "code")?.code;
  if (!code) throw new Error(`no code was mailed to ${to}`);
  return code;
}
