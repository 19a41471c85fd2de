// Asks "Have I Been Pwned" whether a password was leaked. The service gets five characters of the password's hash, which hundreds of others
// begin with, too, and answers with the rest of them all (k-anonymity): https://haveibeenpwned.com/API/v3#PwnedPasswords
import { Buffer } from "node:buffer";

const RANGE_URL = "https://api.pwnedpasswords.com/range/";
const PREFIX_CHARACTERS = 5;
const DEADLINE_MS = 1_000;

/** Whether a password was leaked. False when the service does not answer within a second: nobody is kept out by its outage. */
export async function isLeaked(password: string): Promise<boolean> {
  const hash = await sha1Hex(password);
  try {
    const response = await fetch(RANGE_URL + hash.slice(0, PREFIX_CHARACTERS), {
      // The answer has the same length for every prefix then, so that its size tells an onlooker nothing.
      headers: { "Add-Padding": "true" },
      signal: AbortSignal.timeout(DEADLINE_MS),
      redirect: "manual",
    });
    if (!response.ok) return false;
    const line = new RegExp(`^${hash.slice(PREFIX_CHARACTERS)}:[1-9]`, "m");
    return line.test(await response.text());
  } catch {
    // Not worth a log line for each password.
    return false;
  }
}

async function sha1Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex").toUpperCase();
}
