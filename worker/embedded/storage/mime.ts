// Detects a file's MIME type from its first bytes, for the types that the bucket accepts.
import { Buffer } from "node:buffer";

export const HEAD_BYTES = 512;

const SIGNATURES: [bytes: string, type: string][] = [
  ["25504446", "application/pdf"],
  ["89504e470d0a1a0a", "image/png"],
  ["ffd8ff", "image/jpeg"],
  ["d0cf11e0a1b11ae1", "application/msword"],
];
const ZIP = "504b0304";
const WORD_DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

export function detectType(head: Uint8Array): string {
  if (head.length === 0) return "application/x-empty";
  const hex = Buffer.from(head).toString("hex");
  const known = SIGNATURES.find(([bytes]) => hex.startsWith(bytes));
  if (known) return known[1];
  const text = Buffer.from(head).toString("latin1");
  if (hex.startsWith(ZIP)) return /\[Content_Types\]\.xml|word\//.test(text) ? WORD_DOCUMENT : "application/zip";
  const isText = head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13);
  return isText ? "text/plain" : "application/octet-stream";
}
