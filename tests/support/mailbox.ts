// Reads what the embedded backend "mailed".
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
}

/** Every mail to this address, newest first. */
export async function mailTo(server: Server, address: string): Promise<Mail[]> {
  const response = await fetch(`${server.origin}/__mailbox.json`);
  if (!response.ok) throw new Error(`The mailbox answered ${response.status}`);
  const mails = (await response.json()) as Mail[];
  return mails.filter((mail) => mail.to === address);
}
