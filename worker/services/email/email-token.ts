// The secrets that are mailed, in a link or as a code: who tries one learns nothing about accounts, and cannot go on trying.
import { AppwriteError, isAppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { ServiceError } from "../errors";

/** How long a used link is remembered as such; it holds for an hour anyway, and some mail programs keep a page open. */
const REMEMBERED_MS = 24 * 3600 * 1000;

/** Whose secret is tried, and what it came in. */
export interface EmailToken {
  kind: "link" | "code";
  userId: string;
  secret: string;
}

/**
 * Runs a call that tests a mailed secret, counting the tries that were refused.
 * @throws {ServiceError} `rate_limited`, `network_limited`; `link_used` for a link that did its work before, told to those who hold it.
 * @throws {AppwriteError} `user_invalid_token`, whether the user or the secret is wrong, or it has ended before its time.
 */
export async function withEmailToken<T>(
  context: RequestContext,
  { kind, userId, secret }: EmailToken,
  run: () => Promise<T>,
): Promise<T> {
  // The register is only read, so it may be asked beside the count; what it says matters to a try that was allowed.
  const [counted, ended] = await Promise.allSettled([
    countTry(context, kind, userId),
    context.emailTokens.isRevoked(kind, userId, secret),
  ]);
  if (counted.status === "rejected") throw counted.reason;
  let result: T;
  try {
    if (ended.status === "rejected") throw ended.reason;
    if (ended.value) throw invalidTokenError();
    result = await run();
  } catch (error) {
    if (!isWrongSecret(error)) {
      await Promise.all([context.limits.refund(kind, userId), giveBackNetwork(context, kind)]);
      throw error;
    }
    if (kind === "link" && (await context.revocations.wasLinkUsed(userId, secret))) {
      await context.limits.refund(kind, userId);
      throw new ServiceError("link_used", "This link was used before");
    }
    throw invalidTokenError();
  }
  context.waitUntil("attempts forgotten", () =>
    Promise.all([context.limits.reset(kind, userId), giveBackNetwork(context, kind)]),
  );
  if (kind === "link") await rememberUse(context, userId, secret);
  return result;
}

/**
 * Codes are short: whoever tries one each at many addresses is counted by his network as well. By that first: a network that
 * has used up its tries takes nothing, not for a moment, of what a member's code still allows to others.
 */
async function countTry(context: RequestContext, kind: EmailToken["kind"], userId: string): Promise<void> {
  if (kind === "code") await context.limits.consumeNetwork("code-network");
  try {
    await context.limits.consume(kind, userId);
  } catch (error) {
    await giveBackNetwork(context, kind);
    throw error;
  }
}

async function giveBackNetwork(context: RequestContext, kind: EmailToken["kind"]): Promise<void> {
  if (kind === "code") await context.limits.refundNetwork("code-network");
}

/** Ends the links and codes that were mailed before a new password: whoever had them may be why it was chosen. Never fails. */
export async function revokeEmailTokens(context: RequestContext, userId: string): Promise<void> {
  try {
    await context.emailTokens.revokeAll(userId);
  } catch (error) {
    // A code holds for a quarter of an hour, and a link for an hour, in any case.
    context.warn({ event: "mailed secrets not ended", ...errorEntry(error) });
  }
}

/** The refusal of a secret, in Appwrite's own words for one that is wrong, used or out of date. */
export function invalidTokenError(): AppwriteError {
  return new AppwriteError("rejected", "Invalid token passed in the request.", 401, "user_invalid_token");
}

/** What Appwrite calls malformed is nobody's id or secret. */
function isWrongSecret(error: unknown): boolean {
  return isAppwriteError(error, "user_invalid_token", "user_not_found") || isMalformed(error);
}

function isMalformed(error: unknown): boolean {
  return isAppwriteError(error, "general_argument_invalid") && /`(userId|secret)` param/.test(error.message);
}

async function rememberUse(context: RequestContext, userId: string, secret: string): Promise<void> {
  try {
    await context.revocations.markLinkUsed(userId, secret, Date.now() + REMEMBERED_MS);
  } catch (error) {
    // Used again, it is refused all the same, only in other words.
    context.warn({ event: "link not noted as used", ...errorEntry(error) });
  }
}
