// Password hashing with scrypt (RFC 7914) and Appwrite's parameters.
import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import process from "node:process";

/** Appwrite's default. */
const DEFAULT_COST_EXPONENT = 14;
/** The cost for new passwords. Tests lower it, since they create hundreds of users. */
const COST_EXPONENT = Number(process.env.EMBEDDED_PASSWORD_COST ?? DEFAULT_COST_EXPONENT);
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
const KEY_BYTES = 64;
const SALT_BYTES = 16;

/** The fields of a user that describe the hash to a server. */
export const HASH_DESCRIPTION = {
  hash: "scrypt",
  hashOptions: {
    type: "scrypt",
    costCpu: BLOCK_SIZE,
    costMemory: DEFAULT_COST_EXPONENT,
    costParallel: PARALLELISM,
    length: KEY_BYTES,
  },
};

/** `$scrypt$ln=14,r=8,p=1$<salt>$<key>`, base64 without padding. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt);
  return `$scrypt$ln=${COST_EXPONENT},r=${BLOCK_SIZE},p=${PARALLELISM}$${encode(salt)}$${encode(key)}`;
}

/**
 * Whether `password` has the hash `stored`. Without a hash it is false, but takes as long, so that timing does not
 * reveal which addresses have an account.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , costs = "", salt = "", key = ""] = (stored ?? "").split("$");
  const cost = /^ln=(\d+),/.exec(costs)?.[1] ?? COST_EXPONENT;
  const derived = await derive(password, Buffer.from(salt, "base64"), Number(cost));
  return key !== "" && timingSafeEqual(Buffer.from(key, "base64"), derived);
}

/** How long a hash waits for the one before it, in milliseconds. That one never finishes when the runtime has ended its request. */
const MAX_WAIT_MS = 1_000;
/** The hash that was begun last. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Hashes one password at a time, and lets other events come first: a hash keeps the thread for 60 ms, and the pages of a local site are
 * answered on the same one.
 */
function derive(password: string, salt: Uint8Array, costExponent = COST_EXPONENT): Promise<Uint8Array> {
  const previous = last;
  const derived = (async () => {
    await Promise.race([previous, sleep(MAX_WAIT_MS)]);
    await sleep(0);
    return deriveNow(password, salt, costExponent);
  })();
  last = derived.catch(() => {});
  return derived;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function deriveNow(password: string, salt: Uint8Array, costExponent: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const costs = { N: 2 ** costExponent, r: BLOCK_SIZE, p: PARALLELISM };
    scrypt(password, salt, KEY_BYTES, costs, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}
