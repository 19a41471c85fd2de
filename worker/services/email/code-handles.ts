// Handles: sealed user ids that pages get with a code. A plain id would reveal when the account was created, and so that it exists.
import * as z from "zod/mini";
import type { Keyring } from "../../session/keyring";

const HandleSchema = z.object({ userId: z.string() });

/** The longest id of Appwrite, in characters. Ids are padded to it, so that all handles have the same length. */
const ID_MAX = 36;

export function sealHandle(keyring: Keyring, userId: string): Promise<string> {
  return keyring.seal("code", { userId: userId.padEnd(ID_MAX) });
}

/** The user id of a handle; null when it is forged. */
export async function openHandle(keyring: Keyring, handle: string): Promise<string | null> {
  const parsed = HandleSchema.safeParse(await keyring.open("code", handle));
  return parsed.success ? parsed.data.userId.trimEnd() : null;
}
