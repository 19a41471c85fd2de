import { Buffer } from "node:buffer";

/** Names Durable Objects without a key, so that their names stay the same when `SESSION_SECRET` changes. */
export async function sha256Hex(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(hash).toString("hex");
}
