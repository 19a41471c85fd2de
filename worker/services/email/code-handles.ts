// Handles: what pages get with a code, sealed. A plain user id would reveal when the account was created, and so that it exists.
import * as z from "zod/mini";
import { EMAIL_MAX } from "../../../app/contract/limits";
import type { Keyring } from "../../session/keyring";

const HandleSchema = z.object({
  userId: z.string(),
  /** Where the code was mailed to, or would have been. "" in a handle of an older version. */
  email: z._default(z.string(), ""),
});
export type Handle = z.infer<typeof HandleSchema>;

/** The longest id of Appwrite, in characters. Ids and addresses are padded, so that all handles have the same length. */
const ID_MAX = 36;

export function sealHandle(keyring: Keyring, { userId, email }: Handle): Promise<string> {
  return keyring.seal("code", { userId: userId.padEnd(ID_MAX), email: email.padEnd(EMAIL_MAX) });
}

/** Opens a handle; null when it is forged. */
export async function openHandle(keyring: Keyring, handle: string): Promise<Handle | null> {
  const parsed = HandleSchema.safeParse(await keyring.open("code", handle));
  return parsed.success ? { userId: parsed.data.userId.trimEnd(), email: parsed.data.email.trimEnd() } : null;
}
