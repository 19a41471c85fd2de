// What the embedded backend "sent", read as its mailbox page gives it.
import type { TestApp } from "./test-app";

export interface Mail {
  to: string;
  kind: string;
  links: string[];
  code?: string;
  phrase?: string;
}

/** The mails to an address, the newest first, once everything that was to be sent is. */
export async function mailsTo(app: TestApp, to: string): Promise<Mail[]> {
  await app.waitForBackgroundTasks();
  const mails = await (await app.browser().fetch("/__mailbox.json")).json<Mail[]>();
  return mails.filter((mail) => mail.to === to.toLowerCase());
}

/** The link in the newest mail of a kind to an address, and what it carries. */
export async function mailedLink(app: TestApp, to: string, kind: string) {
  const mails = await mailsTo(app, to);
  const url = new URL(mails.find((mail) => mail.kind === kind)?.links[0] ?? "about:blank");
  return { url, userId: url.searchParams.get("userId"), secret: url.searchParams.get("secret") };
}

/** The newest one-time code to an address. */
export async function mailedCode(app: TestApp, to: string): Promise<string> {
  const code = (await mailsTo(app, to)).find((mail) => mail.kind === "code")?.code;
  if (!code) throw new Error(`no code was mailed to ${to}`);
  return code;
}
