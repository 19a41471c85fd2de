// Time-based one-time passwords (RFC 6238) with Appwrite's parameters: SHA-1, six digits, 30 seconds.
import { createHmac, randomBytes } from "node:crypto";
import { PROJECT_NAME } from "../project/project";

const SECRET_BYTES = 64;
const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4648. */
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret in base32 without padding, 103 characters. */
export function newTotpSecret(): string {
  return encodeBase32(randomBytes(SECRET_BYTES));
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri(accountName: string, secret: string): string {
  const label = encodeURIComponent(`${PROJECT_NAME}:${accountName}`);
  return `otpauth://totp/${label}?issuer=${encodeURIComponent(PROJECT_NAME)}&secret=${secret}`;
}

/** Whether `code` is the one of the current 30 seconds. Like a real server, this accepts no earlier or later code. */
export function isTotpCode(code: string, secret: string, now: Date): boolean {
  return code === totpCode(secret, now);
}

export function totpCode(secret: string, now: Date): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(now.getTime() / 1000 / STEP_SECONDS)));
  const hmac = createHmac("sha1", decodeBase32(secret)).update(new Uint8Array(counter.buffer));
  const digest = new DataView(Uint8Array.from(hmac.digest()).buffer);
  // Dynamic truncation (RFC 4226): the last four bits say where the 31 bits of the code begin.
  const offset = digest.getUint8(digest.byteLength - 1) & 0xf;
  const number = digest.getUint32(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

function decodeBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (group) => Number.parseInt(group, 2));
}
