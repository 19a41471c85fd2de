// Asks "Have I Been Pwned" whether a password was leaked. The service gets the first five characters of the password's SHA-1 and answers with
// all leaked hashes that begin with them, some hundreds, so that it does not learn which one was meant (k-anonymity):
// https://haveibeenpwned.com/API/v3#PwnedPasswords
import { Buffer } from "node:buffer";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";

const RANGE_URL = "https://api.pwnedpasswords.com/range/";
const PREFIX_CHARACTERS = 5;
const DEADLINE_MS = 1_000;

/**
 * True when a password was leaked. False when the service fails or does not answer within a second, since its outage must keep nobody out;
 * the log says so.
 */
export async function isLeaked({ warn }: RequestContext, password: string): Promise<boolean> {
  const hash = await sha1Hex(password);
  try {
    const response = await fetch(RANGE_URL + hash.slice(0, PREFIX_CHARACTERS), {
      // The answer has the same length for every prefix then, so that its size tells an onlooker nothing.
      headers: { "Add-Padding": "true" },
      signal: AbortSignal.timeout(DEADLINE_MS),
      redirect: "manual",
    });
    if (!response.ok) throw new Error(`The service answered ${response.status}`);
    // A count of 0 is padding.
    const line = new RegExp(`^${hash.slice(PREFIX_CHARACTERS)}:[1-9]`, "m");
    return line.test(await response.text());
  } catch (error) {
    warn({ event: "password not checked for leaks", ...errorEntry(error) });
    return false;
  }
}

async function sha1Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex").toUpperCase();
}
