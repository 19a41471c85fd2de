// Limits attempts to guess a password.
import { isAppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { ServiceError } from "../errors";

/** What an attempt counts for: a guest's for the e-mail address, a member's for the user id. */
export interface AttemptSubject {
  kind: "guest-password" | "member-password";
  subject: string;
}

/** Counted apart from guests' attempts at the same e-mail address, so that guests cannot lock members out of their settings. */
export function memberSubject({ userId }: { userId: string }): AttemptSubject {
  return { kind: "member-password", subject: userId };
}

/**
 * Runs a call that checks a password, and counts the attempt, a guest's also by network, over all addresses. A correct password resets
 * the count, and a member's is noted in the session. An error that does not say whether the password is correct (an outage, a limit, a blocked account) is not counted.
 * @throws {ServiceError} `rate_limited`, `network_limited`, and what `run` throws.
 */
export async function withAttemptLimit<T>(
  context: RequestContext,
  attempt: AttemptSubject,
  run: () => Promise<T>,
): Promise<T> {
  await consumeAttempt(context, attempt);
  try {
    const result = await run();
    if (attempt.kind === "member-password") context.session.confirm();
    context.waitUntil("attempt reset", () =>
      Promise.all([context.limits.reset(attempt.kind, attempt.subject), refundNetwork(context, attempt)]),
    );
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) await refundAttempt(context, attempt);
    throw error;
  }
}

/** By network first: a network that has reached its limit must not use up the attempts at a member's password. */
async function consumeAttempt(context: RequestContext, { kind, subject }: AttemptSubject): Promise<void> {
  if (kind === "guest-password") await context.limits.consumeNetwork("password-network");
  try {
    await context.limits.consume(kind, subject);
  } catch (error) {
    await refundNetwork(context, { kind });
    throw error;
  }
}

async function refundNetwork({ limits }: RequestContext, { kind }: Pick<AttemptSubject, "kind">): Promise<void> {
  if (kind === "guest-password") await limits.refundNetwork("password-network");
}

/** The error comes from the backend, or from `openSession` for values that no account can have. */
export function isWrongPassword(error: unknown): boolean {
  if (error instanceof ServiceError) return error.type === "user_invalid_credentials";
  return isAppwriteError(error, "user_invalid_credentials");
}

/** Awaited, since the next attempt may follow at once. Never throws, so that the original error is reported. */
async function refundAttempt(context: RequestContext, attempt: AttemptSubject): Promise<void> {
  try {
    await Promise.all([context.limits.refund(attempt.kind, attempt.subject), refundNetwork(context, attempt)]);
  } catch (error) {
    context.warn({ event: "attempt not refunded", ...errorEntry(error) });
  }
}
