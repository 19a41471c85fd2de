// Generates ids and secrets, and hashes secrets.
import { Buffer } from "node:buffer";
import { createHash, randomBytes, randomInt } from "node:crypto";

/** An id in Appwrite's format: seconds and microseconds in hex, then 7 random hex characters; 20 in all. */
export function uniqueId(now: Date): string {
  const milliseconds = now.getTime();
  const seconds = Math.floor(milliseconds / 1000).toString(16);
  const microseconds = ((milliseconds % 1000) * 1000 + randomInt(1000)).toString(16).padStart(5, "0");
  return seconds + microseconds + randomHex(7);
}

export function randomHex(length: number): string {
  return Buffer.from(randomBytes(Math.ceil(length / 2)))
    .toString("hex")
    .slice(0, length);
}

export function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
