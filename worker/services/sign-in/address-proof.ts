// The sealed proof that somebody reads the mail of an address: sign-up takes it where a deployment wants the address proven.
import * as z from "zod/mini";
import { ADDRESS_PROOF_SECONDS } from "../../../app/contract/limits";
import type { Keyring } from "../../session/keyring";

const ProofSchema = z.object({
  /** The user whose code it was. */
  userId: z.string(),
  /** In lower case. */
  email: z.string(),
  /** In milliseconds since 1970. */
  expiresAt: z.number(),
});
export type Proof = z.infer<typeof ProofSchema>;

/** Makes a proof for an address that was just proven. */
export function createProof(userId: string, email: string, now = Date.now()): Proof {
  return { userId, email: email.toLowerCase(), expiresAt: now + ADDRESS_PROOF_SECONDS * 1000 };
}

export function sealProof(keyring: Keyring, proof: Proof): Promise<string> {
  return keyring.seal("address", proof);
}

/** The proof of an address; null when it was not made here, for another address, or too long ago. */
export async function openProof(
  keyring: Keyring,
  sealed: string | undefined,
  email: string,
  now = Date.now(),
): Promise<Proof | null> {
  const parsed = ProofSchema.safeParse(sealed ? await keyring.open("address", sealed) : null);
  if (!parsed.success || parsed.data.email !== email.trim().toLowerCase() || parsed.data.expiresAt <= now) return null;
  return parsed.data;
}
