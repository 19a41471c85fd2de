// Reads the mails of the embedded backend from its mailbox, or in `npm run test:real` those of that run's server.
import { expect } from "vitest";
import { realRun } from "./real-run";
import type { Server } from "./server";

/** A mail, as the local mailbox lists it. */
export interface Mail {
  to: string;
  kind: "verification" | "recovery" | "code" | "challenge";
  subject: string;
  /** The link to follow, if the mail has one. */
  links: string[];
  /** The one-time code, if the mail has one. */
  code?: string;
  /** The security phrase, which the page shows as well, if the mail has one. */
  phrase?: string;
}

/** The newest mails to anybody, newest first. */
export async function allMails(server: Pick<Server, "origin">): Promise<Mail[]> {
  const response = await fetch(realRun?.mailbox ?? `${server.origin}/__mailbox.json`);
  if (!response.ok) throw new Error(`The mailbox returned ${response.status}`);
  return (await response.json()) as Mail[];
}

/** Every mail to this address, newest first. */
export async function mailsTo(server: Pick<Server, "origin">, address: string): Promise<Mail[]> {
  return (await allMails(server)).filter((mail) => mail.to === address);
}

/**
 * The code and the security phrase of the newest mail with a code to this address.
 * @param count how many such mails the address must have
 */
export async function mailedCode(
  server: Pick<Server, "origin">,
  address: string,
  count = 1,
): Promise<{ code: string; phrase: string }> {
  const { code, phrase } = await newestMail(server, address, "code", count);
  if (!code || !phrase) throw new Error("The newest mail has no code or no security phrase");
  return { code, phrase };
}

/**
 * The link of the newest mail of a kind to this address, as a path.
 * @param count how many such mails the address must have
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

/** Waits for the mail, since mails are sent after the response. */
async function newestMail(
  server: Pick<Server, "origin">,
  address: string,
  kind: Mail["kind"],
  count: number,
): Promise<Mail> {
  const ofKind = async () => (await mailsTo(server, address)).filter((mail) => mail.kind === kind);
  await expect.poll(async () => (await ofKind()).length).toBe(count);
  const [newest] = await ofKind();
  if (!newest) throw new Error(`There is no ${kind} mail to ${address}`);
  return newest;
}

/** The error message for a wrong code. */
export const WRONG_CODE_MESSAGE =
  "❌ Invalid OTP: Only the newest code works, once and for 15 minutes. Check it, or send another code.";

/** A code that differs from this one. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(code.length, "0");
}
