import type { Account } from "../contract/account";

const TIMEOUT_MS = 10_000;

/**
 * Asks the site who is signed in. The response also gives the session cookie a new name, which the header shows.
 * @returns "unknown" when the site or its backend cannot be reached
 */
export async function readAccount(): Promise<"member" | "guest" | "unknown"> {
  try {
    const response = await fetch("/api/account", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return response.status === 401 ? "guest" : "unknown";
    return ((await response.json()) as Account).user ? "member" : "guest";
  } catch {
    return "unknown";
  }
}
