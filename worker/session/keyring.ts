// Encrypts and authenticates values that clients hold for this Worker: cookies, upload tickets, proofs of an address.
import { Buffer } from "node:buffer";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const IV_BYTES = 12;

/** What a sealed value is for. It opens for the same purpose only. */
type SealPurpose = "session" | "second-factor" | "device" | "flash" | "upload" | "address" | "code";

export interface Keyring {
  /** Encrypts and authenticates a JSON value (AES-256-GCM) as `<key id>.<base64url>`. */
  seal(purpose: SealPurpose, value: unknown): Promise<string>;
  /** Decrypts a sealed value; null when it is invalid, has another purpose, or its key is no longer known. */
  open(purpose: SealPurpose, sealed: string): Promise<unknown>;
  /**
   * A keyed hash for names that must not reveal what they stand for: HMAC-SHA-256 in hex, truncated to 32 characters. It changes with the
   * newest secret, so what is counted by it is counted from the beginning then.
   */
  digest(text: string): Promise<string>;
  /** The digests by all secrets, the newest first: for names that were stored before a rotation. */
  digests(text: string): Promise<string[]>;
}

interface Key {
  id: string;
  encryption: CryptoKey;
  digest: CryptoKey;
}

/**
 * Creates the keyring of a deployment.
 * @param secrets the newest first. It seals and names; all of them open, so that rotating the secret signs nobody out.
 */
export async function createKeyring(secrets: readonly [string, ...string[]]): Promise<Keyring> {
  const [newest, ...older] = await Promise.all(secrets.map(deriveKey));
  if (!newest) throw new TypeError("A keyring needs a secret");
  const keys = [newest, ...older];

  return {
    async seal(purpose, value) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const plain = encoder.encode(JSON.stringify(value));
      const cipher = await crypto.subtle.encrypt(parameters(iv, purpose), newest.encryption, plain);
      const sealed = new Uint8Array(IV_BYTES + cipher.byteLength);
      sealed.set(iv);
      sealed.set(new Uint8Array(cipher), IV_BYTES);
      return `${newest.id}.${Buffer.from(sealed).toString("base64url")}`;
    },
    async open(purpose, sealed) {
      const dot = sealed.indexOf(".");
      const key = keys.find(({ id }) => id === sealed.slice(0, dot));
      if (!key) return null;
      try {
        const bytes = new Uint8Array(Buffer.from(sealed.slice(dot + 1), "base64url"));
        const iv = bytes.subarray(0, IV_BYTES);
        const plain = await crypto.subtle.decrypt(parameters(iv, purpose), key.encryption, bytes.subarray(IV_BYTES));
        return JSON.parse(decoder.decode(plain));
      } catch {
        // Forged or corrupted: treated like a missing value, and not worth a log line.
        return null;
      }
    },
    digest: (text) => digestWith(newest, text),
    digests: (text) => Promise.all(keys.map((key) => digestWith(key, text))),
  };
}

async function digestWith({ digest }: Key, text: string): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", digest, encoder.encode(text));
  return Buffer.from(mac, 0, 16).toString("hex");
}

function parameters(iv: Uint8Array<ArrayBuffer>, purpose: SealPurpose) {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(purpose) };
}

async function deriveKey(secret: string): Promise<Key> {
  const material = await importSecret(secret);
  const idBits = await crypto.subtle.deriveBits(hkdf("key id"), material, 48);
  const encryption = await crypto.subtle.deriveKey(hkdf("sealing"), material, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  const digest = await crypto.subtle.deriveKey(hkdf("naming"), material, hmac, false, ["sign"]);
  return { id: Buffer.from(idBits).toString("base64url"), encryption, digest };
}

function importSecret(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveBits", "deriveKey"]);
}

function hkdf(info: string) {
  return { name: "HKDF", hash: "SHA-256", salt: encoder.encode("navarambh"), info: encoder.encode(info) };
}
