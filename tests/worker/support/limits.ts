// Uses up limits directly, without requests.
import { CHUNK_BYTES } from "../../../app/contract/limits";
import { loadConfig } from "../../../worker/config";
import type { NetworkBytesKind, NetworkKind } from "../../../worker/services/limit-table";
import { Limits } from "../../../worker/services/limits";
import { DeviceCookie } from "../../../worker/session/device";
import { type Browser, bindings } from "./test-app";

/** How many bytes a network may store in an hour, and a member on a known device. */
const NETWORK_BYTES: Record<NetworkBytesKind, number> = {
  "guest-upload-bytes": 300 * CHUNK_BYTES,
  "member-upload-bytes": 1000 * CHUNK_BYTES,
};
const KNOWN_BYTES = 36 * CHUNK_BYTES;
/** What a small file counts as, in bytes. */
const SMALL_FILE_BYTES = 1024 * 1024;

async function limitsOf(browser: Browser): Promise<Limits> {
  const { keyring } = await loadConfig(bindings);
  const device = await DeviceCookie.read(null, keyring);
  return new Limits(bindings.ATTEMPTS, keyring, { clientAddress: browser.address, device }, console.warn);
}

/** Counts a number of attempts for a browser's network. */
export async function useAttempts(browser: Browser, kind: NetworkKind, times: number): Promise<void> {
  await (await limitsOf(browser)).consumeNetwork(kind, times);
}

/** Counts sign-ins that wait for their second factor, for a browser's network. */
export async function usePendingSignIns(browser: Browser, email: string, count: number): Promise<void> {
  await (await limitsOf(browser)).consume("pending-sign-in", email, count);
}

/** Uses up what a member who joined a day ago may store from a known device, but for so many small files. */
export async function leaveKnownRoom(browser: Browser, userId: string, files: number): Promise<void> {
  await (await limitsOf(browser)).consume("known-upload-bytes", userId, KNOWN_BYTES - files * SMALL_FILE_BYTES);
}

/** Uses up what a browser's network may store, but for so many small files. */
export async function leaveRoomForFiles(browser: Browser, kind: NetworkBytesKind, files: number): Promise<void> {
  await (await limitsOf(browser)).consumeNetwork(kind, NETWORK_BYTES[kind] - files * SMALL_FILE_BYTES);
}

/** The seconds of a response's Retry-After. @throws when it has none. */
export function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get("Retry-After"));
  if (!(seconds > 0)) throw new Error(`Retry-After is ${headers.get("Retry-After")}`);
  return seconds;
}
