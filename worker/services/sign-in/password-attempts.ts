// Counting what tests a member's password, so that nobody can go on guessing.
import { isAppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { ServiceError } from "../errors";

/** Whose password is tried: a guest's try counts by e-mail address, one with a live session by user id. */
export type AttemptSubject = { kind: "password"; subject: string } | { kind: "member"; subject: string };

/**
 * Runs something that tests a password, counting the try: a right one forgets the tries before it,
 * a wrong one counts, and what says nothing about the password (an outage, a limit, a blocked account) does not.
 * @throws {ServiceError} `rate_limited`, and what `run` throws.
 */
export async function withAttemptLimit<T>(
  context: RequestContext,
  { kind, subject }: AttemptSubject,
  run: () => Promise<T>,
): Promise<T> {
  await context.limits.consume(kind, subject);
  try {
    const result = await run();
    context.waitUntil("attempts forgotten", () => context.limits.reset(kind, subject));
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) await refundAttempt(context, { kind, subject });
    throw error;
  }
}

function isWrongPassword(error: unknown): boolean {
  if (error instanceof ServiceError) return error.type === "user_invalid_credentials";
  return isAppwriteError(error, "user_invalid_credentials");
}

/** At once, since the next try may follow at once; a failure here must not hide the one that led here. */
async function refundAttempt(context: RequestContext, { kind, subject }: AttemptSubject): Promise<void> {
  try {
    await context.limits.refund(kind, subject);
  } catch (error) {
    context.warn({ event: "attempt not given back", ...errorEntry(error) });
  }
}
