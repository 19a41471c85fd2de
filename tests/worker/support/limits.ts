// Uses up limits directly, without requests.
import { loadConfig } from "../../../worker/config";
import { Limits, type NetworkKind } from "../../../worker/services/limits";
import { DeviceCookie } from "../../../worker/session/device";
import { type Browser, bindings } from "./test-app";

/** Counts a number of attempts for a browser's network. */
export async function useAttempts(browser: Browser, kind: NetworkKind, times: number): Promise<void> {
  const { keyring } = await loadConfig(bindings);
  const device = await DeviceCookie.read(null, keyring);
  const limits = new Limits(bindings.ATTEMPTS, keyring, { clientAddress: browser.address, device }, console.warn);
  await Promise.all(Array.from({ length: times }, () => limits.consumeNetwork(kind)));
}
