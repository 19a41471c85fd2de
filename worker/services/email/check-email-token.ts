// Checks the secrets of e-mailed links and codes. Attempts are limited, and errors do not reveal whether an account exists.
import { AppwriteError, isAppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";

/** How long a used link is remembered, to tell `link_used` from an invalid link. Links expire after an hour, but pages may stay open. */
const USED_LINK_TTL_MS = 24 * 3600 * 1000;

/** The secret of an e-mailed link or code, and its user. */
export interface EmailToken {
  kind: "link" | "code";
  userId: string;
  secret: string;
  /** How wrong secrets are counted by user. Without it they are counted by network only. */
  limit?: "code" | "verification-link";
}

/**
 * Runs a call that checks an e-mailed secret, and counts failed attempts. The secret of a link that was mailed and is valid is not counted.
 * @throws {ServiceError} `rate_limited` where secrets are counted by user, `network_limited`; `link_used` for the correct secret of a link that was used before.
 * @throws {AppwriteError} `user_invalid_token` when the user or the secret is wrong, or the secret is revoked.
 */
export async function withEmailToken<T>(
  context: RequestContext,
  { kind, userId, secret, limit }: EmailToken,
  run: () => Promise<T>,
): Promise<T> {
  // Wrong secrets of strangers must not keep the owner of a link from it.
  const isMailedLink = kind === "link" && (await context.emailTokens.isKnown(kind, userId, secret));
  const attempts = isMailedLink ? UNCOUNTED_ATTEMPTS : attemptsAt(context, userId, limit);
  // In parallel: reading the revocation has no side effects. Its result is used only if the attempt is allowed.
  const [attempt, revoked] = await Promise.allSettled([
    attempts.consume(),
    context.emailTokens.isRevoked(kind, userId, secret),
  ]);
  if (attempt.status === "rejected") throw attempt.reason;
  let result: T;
  try {
    if (revoked.status === "rejected") throw revoked.reason;
    if (revoked.value) throw invalidTokenError();
    result = await run();
  } catch (error) {
    if (!isWrongSecret(error)) {
      await attempts.refund();
      throw error;
    }
    if (kind === "link" && (await context.revocations.wasLinkUsed(userId, secret))) {
      await attempts.refund();
      throw new ServiceError("link_used", "This link was used before");
    }
    throw invalidTokenError();
  }
  context.waitUntil("attempt reset", attempts.reset);
  if (kind === "link") await recordLinkUse(context, userId, secret);
  return result;
}

/** For a valid link: nothing is counted. */
const UNCOUNTED_ATTEMPTS = { consume: async () => {}, refund: async () => {}, reset: async () => {} };

/**
 * How attempts at a secret are counted. A code has six digits: by user, also for all networks together. A link's secret has 1,024 bits, and
 * nobody guesses it: by network only, or by network and user where Appwrite has a limit that one network would use up. A limit for all
 * networks together would let whoever knows a user id keep the owner from the link.
 */
function attemptsAt({ limits }: RequestContext, userId: string, limit: EmailToken["limit"]) {
  if (limit) {
    return {
      consume: () => limits.consume(limit, userId),
      refund: () => limits.refund(limit, userId),
      reset: () => limits.reset(limit, userId),
    };
  }
  const refund = () => limits.refundNetwork("link-network");
  return { consume: () => limits.consumeNetwork("link-network"), refund, reset: refund };
}

/**
 * Revokes what was e-mailed before a password was changed in the settings, three times a day: whoever joined with somebody else's address may
 * change their password again and again, and its owner would never have a link that works. Whoever else reads the mails gains nothing by
 * the links that live: they can ask for another one.
 * @returns whether it did. Never throws.
 */
export async function revokeEmailTokensAfterChange(context: RequestContext, userId: string): Promise<boolean> {
  try {
    await context.limits.consume("mail-revocation", userId);
  } catch (error) {
    if (error instanceof ServiceError) return false;
    context.warn({ event: "revocation not counted", ...errorEntry(error) });
  }
  return revokeEmailTokens(context, userId);
}

/**
 * Revokes all recovery links and codes that were e-mailed before a password change, since somebody else may have them.
 * @param exceptLink the secret of a link that may be needed again
 * @returns whether it did. Never throws.
 */
export async function revokeEmailTokens(
  context: RequestContext,
  userId: string,
  exceptLink?: string,
): Promise<boolean> {
  try {
    await context.emailTokens.revokeAll(userId, exceptLink);
    return true;
  } catch (error) {
    // Without revocation a code expires after a quarter of an hour, and a link after an hour.
    context.warn({ event: "e-mail tokens not revoked", ...errorEntry(error) });
    return false;
  }
}

/** The error for an invalid secret, the same as Appwrite's. */
export function invalidTokenError(): AppwriteError {
  return new AppwriteError("rejected", "Invalid token passed in the request.", 401, "user_invalid_token");
}

/** True for a wrong user or secret. Values that Appwrite calls malformed are wrong, too. */
function isWrongSecret(error: unknown): boolean {
  return isAppwriteError(error, "user_invalid_token", "user_not_found") || isMalformed(error);
}

function isMalformed(error: unknown): boolean {
  return isAppwriteError(error, "general_argument_invalid") && /`(userId|secret)` param/.test(error.message);
}

/** Never throws. */
export async function recordLinkUse(context: RequestContext, userId: string, secret: string): Promise<void> {
  try {
    await context.revocations.markLinkUsed(userId, secret, Date.now() + USED_LINK_TTL_MS);
  } catch (error) {
    // A second use is still rejected, only with `user_invalid_token`.
    context.warn({ event: "used link not recorded", ...errorEntry(error) });
  }
}
