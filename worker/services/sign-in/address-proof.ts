// The sealed proof that a visitor can read e-mails to an address. Sign-up needs it when EMAIL_VERIFIED_AT_SIGN_UP is "false".
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

/** Creates the proof for an address after its code was checked. */
export function createProof(userId: string, email: string, now = Date.now()): Proof {
  return { userId, email: email.toLowerCase(), expiresAt: now + ADDRESS_PROOF_SECONDS * 1000 };
}

export function sealProof(keyring: Keyring, proof: Proof): Promise<string> {
  return keyring.seal("address", proof);
}

/** Opens the proof of an address; null when it is forged, expired, or for another address. */
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
