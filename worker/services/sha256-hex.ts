import { Buffer } from "node:buffer";

/** SHA-256 in hex, without a key: what it names stays the same when `SESSION_SECRET` changes. */
export async function sha256Hex(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(hash).toString("hex");
}
