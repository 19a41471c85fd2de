// Whose code a page asks for, sealed: an account's own id would tell when the account was made, and so that there is one.
import * as z from "zod/mini";
import type { Keyring } from "../../session/keyring";

const HandleSchema = z.object({ userId: z.string() });

/** The most characters that an id of the backend has: all handles are as long as the longest. */
const ID_MAX = 36;

export function sealHandle(keyring: Keyring, userId: string): Promise<string> {
  return keyring.seal("code", { userId: userId.padEnd(ID_MAX) });
}

/** The id in a handle; null when it was not made here. */
export async function openHandle(keyring: Keyring, handle: string): Promise<string | null> {
  const parsed = HandleSchema.safeParse(await keyring.open("code", handle));
  return parsed.success ? parsed.data.userId.trimEnd() : null;
}
