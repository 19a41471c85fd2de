// Names for Durable Objects, and for what they keep, that hold across changes of `SESSION_SECRET`.
import { Buffer } from "node:buffer";

/** The same name for the same text, whatever the keys: what was ended before they changed stays ended. */
export async function sha256Hex(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(hash).toString("hex");
}
