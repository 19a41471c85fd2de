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
export async function mailTo(server: Pick<Server, "origin">, address: string): Promise<Mail[]> {
  const response = await fetch(`${server.origin}/__mailbox.json`);
  if (!response.ok) throw new Error(`The mailbox answered ${response.status}`);
  const mails = (await response.json()) as Mail[];
  return mails.filter((mail) => mail.to === address);
}

/**
 * The newest mail with a code to this address, with the words it is known by.
 * @param count how many such mails the address has by then
 */
export async function codeMail(
  server: Pick<Server, "origin">,
  address: string,
  count = 1,
): Promise<{ code: string; phrase: string }> {
  const { code, phrase } = await newestMail(server, address, "code", count);
  if (!code || !phrase) throw new Error("The newest mail has no code, or no words to know it by");
  return { code, phrase };
}

/**
 * The link of the newest mail of a kind to this address, as a path.
 * @param count how many such mails the address has by then
 */
export async function mailedLink(
  server: Pick<Server, "origin">,
  address: string,
  kind: "verification" | "recovery",
  count = 1,
): Promise<string> {
  const { links } = await newestMail(server, address, kind, count);
  if (!links[0]) throw new Error("The newest mail has no link");
  const { pathname, search } = new URL(links[0], server.origin);
  return pathname + search;
}

/** A mail may be on its way still when the page that asked for it has its answer. */
async function newestMail(
  server: Pick<Server, "origin">,
  address: string,
  kind: Mail["kind"],
  count: number,
): Promise<Mail> {
  const ofKind = async () => (await mailTo(server, address)).filter((mail) => mail.kind === kind);
  await expect.poll(async () => (await ofKind()).length).toBe(count);
  const [newest] = await ofKind();
  if (!newest) throw new Error(`There is no ${kind} mail to ${address}`);
  return newest;
}

/** What is said of a code that is not right. */
export const WRONG_CODE =
  "❌ Invalid OTP: Only the newest code works, once and for 15 minutes. Check it, or send another code.";

/** A code that is not this one. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(code.length, "0");
}
