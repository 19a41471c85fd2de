// Reads what the embedded backend "mailed".
import { expect } from "vitest";
import type { Server } from "./server";

/** A mail in the local mailbox. */
export interface Mail {
  to: string;
  kind: "verification" | "recovery" | "code";
  subject: string;
  /** The link to follow, where the mail has one. */
  links: string[];
  /** The code to type, where the mail has one. */
  code?: string;
  /** The words by which the mail is known, where the mail has some. */
  phrase?: string;
}

/** Every mail to this address, newest first. */
export async function mailTo(server: Server, address: string): Promise<Mail[]> {
  const response = await fetch(`${server.origin}/__mailbox.json`);
  if (!response.ok) throw new Error(`The mailbox answered ${response.status}`);
  const mails = (await response.json()) as Mail[];
  return mails.filter((mail) => mail.to === address);
}

/**
 * The newest mail with a code to this address, with the words it is known by.
 * @param count how many mails the address has by then
 */
export async function codeMail(server: Server, address: string, count = 1): Promise<{ code: string; phrase: string }> {
  let mails: Mail[] = [];
  await expect
    .poll(
      async () => {
        mails = await mailTo(server, address);
        return mails.length;
      },
      { timeout: 10_000 },
    )
    .toBe(count);
  const { code, phrase } = mails[0] ?? {};
  if (!code || !phrase) throw new Error("The newest mail has no code, or no words to know it by");
  return { code, phrase };
}
