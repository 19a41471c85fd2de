// Time-based one-time passwords (RFC 6238), written apart from the embedded Appwrite so that tests can check it.
import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

export const STEP_MILLISECONDS = 30_000;
/** So near the end of its 30 seconds a code is not sent: the server might get it after them. */
const MARGIN_MILLISECONDS = 8000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an authenticator app with this secret (base32) shows at `time`, in milliseconds since 1970. */
export function totpCode(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(time / STEP_MILLISECONDS), 4);
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) % 2 ** 31) % 1_000_000).padStart(6, "0");
}

/** Waits for the next code if the current one is about to end. */
export async function waitForSteadyCode(): Promise<void> {
  const left = STEP_MILLISECONDS - (Date.now() % STEP_MILLISECONDS);
  // A timer may end a millisecond early: the code would still be the one before.
  if (left < MARGIN_MILLISECONDS) await sleep(left + 100);
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const letter of text) {
    value = (value << 5) | LETTERS.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
      value &= (1 << bits) - 1;
    }
  }
  return Buffer.from(bytes);
}
