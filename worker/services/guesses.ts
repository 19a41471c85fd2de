// Counting what tests a member's password, so that nobody can go on guessing.
import { isRefusal } from "../appwrite/errors";
import { errorEntry } from "../log";
import type { Scope } from "../scope";
import { ServiceError } from "./errors";

/** Whose password is tried: a guest's try counts by e-mail address, one with a live session by user id. */
export type Tried = { kind: "password"; subject: string } | { kind: "member"; subject: string };

/**
 * Runs something that tests a password, counting the try: a right one forgets the tries before it,
 * a wrong one counts, and what says nothing about the password (an outage, a limit, a blocked account) does not.
 * @throws {ServiceError} `rate_limited`, and what `run` throws.
 */
export async function countingAttempts<T>(scope: Scope, { kind, subject }: Tried, run: () => Promise<T>): Promise<T> {
  await scope.limits.count(kind, subject);
  try {
    const result = await run();
    scope.later("attempts forgotten", () => scope.limits.forget(kind, subject));
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) await giveBack(scope, { kind, subject });
    throw error;
  }
}

function isWrongPassword(error: unknown): boolean {
  if (error instanceof ServiceError) return error.type === "user_invalid_credentials";
  return isRefusal(error, "user_invalid_credentials");
}

/** At once, since the next try may follow at once; a failure here must not hide the one that led here. */
async function giveBack(scope: Scope, { kind, subject }: Tried): Promise<void> {
  try {
    await scope.limits.giveBack(kind, subject);
  } catch (error) {
    scope.warn({ event: "attempt not given back", ...errorEntry(error) });
  }
}
