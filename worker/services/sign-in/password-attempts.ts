// Limits attempts to guess a password.
import { isAppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";

/** What an attempt counts for: a guest's for the e-mail address, a member's for the user id. */
export interface AttemptSubject {
  kind: "guest-password" | "weak-password" | "member-password";
  subject: string;
}

/** Counted apart from guests' attempts at the same e-mail address, so that guests cannot lock members out of their settings. */
export function memberSubject({ userId }: { userId: string }): AttemptSubject {
  return { kind: "member-password", subject: userId };
}

/**
 * Runs a call that checks a password, and counts the attempt. A correct password resets the count. An error that does not say whether the password is correct (an outage, a limit, a blocked account) is not counted.
 * @throws {ServiceError} `rate_limited`, `network_limited`, and what `run` throws.
 */
export async function withAttemptLimit<T>(
  { limits, waitUntil }: RequestContext,
  { kind, subject }: AttemptSubject,
  run: () => Promise<T>,
): Promise<T> {
  await limits.consume(kind, subject);
  try {
    const result = await run();
    waitUntil("attempt reset", () => limits.reset(kind, subject));
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) await limits.refund(kind, subject);
    throw error;
  }
}

/** The error comes from the backend, or from `openSession` for values that no account can have. */
export function isWrongPassword(error: unknown): boolean {
  if (error instanceof ServiceError) return error.type === "user_invalid_credentials";
  return isAppwriteError(error, "user_invalid_credentials");
}
