// The secrets that are mailed, in a link or as a code: who tries one learns nothing about accounts, and cannot go on trying.
import { AppwriteError, isRefusal } from "../appwrite/errors";
import { errorEntry } from "../log";
import type { Scope } from "../scope";
import { ServiceError } from "./errors";

/** How long a used link is remembered as such; it holds for an hour anyway, and some mail programs keep a page open. */
const REMEMBERED_MS = 24 * 3600 * 1000;

/** Whose secret is tried, and what it came in. */
export interface MailedSecret {
  kind: "link" | "code";
  userId: string;
  secret: string;
}

/**
 * Runs a call that tests a mailed secret, counting the tries that were refused.
 * @throws {ServiceError} `rate_limited`, `network_limited`; `link_used` for a link that did its work before, told to those who hold it.
 * @throws {AppwriteError} `user_invalid_token`, whether the user or the secret is wrong, or it has ended before its time.
 */
export async function withMailedSecret<T>(
  scope: Scope,
  { kind, userId, secret }: MailedSecret,
  run: () => Promise<T>,
): Promise<T> {
  // The register is only read, so it may be asked beside the count; what it says matters to a try that was allowed.
  const [counted, ended] = await Promise.allSettled([
    countTry(scope, kind, userId),
    scope.mailedSecrets.hasEnded(kind, userId, secret),
  ]);
  if (counted.status === "rejected") throw counted.reason;
  let result: T;
  try {
    if (ended.status === "rejected") throw ended.reason;
    if (ended.value) throw invalidToken();
    result = await run();
  } catch (error) {
    if (!isWrongSecret(error)) {
      await Promise.all([scope.limits.giveBack(kind, userId), giveBackNetwork(scope, kind)]);
      throw error;
    }
    if (kind === "link" && (await scope.endings.wasLinkUsed(userId, secret))) {
      await scope.limits.giveBack(kind, userId);
      throw new ServiceError("link_used", "This link was used before");
    }
    throw invalidToken();
  }
  scope.later("attempts forgotten", () =>
    Promise.all([scope.limits.forget(kind, userId), giveBackNetwork(scope, kind)]),
  );
  if (kind === "link") await rememberUse(scope, userId, secret);
  return result;
}

/**
 * Codes are short: whoever tries one each at many addresses is counted by his network as well. By that first: a network that
 * has used up its tries takes nothing, not for a moment, of what a member's code still allows to others.
 */
async function countTry(scope: Scope, kind: MailedSecret["kind"], userId: string): Promise<void> {
  if (kind === "code") await scope.limits.countNetwork("code-network");
  try {
    await scope.limits.count(kind, userId);
  } catch (error) {
    await giveBackNetwork(scope, kind);
    throw error;
  }
}

async function giveBackNetwork(scope: Scope, kind: MailedSecret["kind"]): Promise<void> {
  if (kind === "code") await scope.limits.giveBackNetwork("code-network");
}

/** Ends the links and codes that were mailed before a new password: whoever had them may be why it was chosen. Never fails. */
export async function endMailedSecrets(scope: Scope, userId: string): Promise<void> {
  try {
    await scope.mailedSecrets.endAll(userId);
  } catch (error) {
    // A code holds for a quarter of an hour, and a link for an hour, in any case.
    scope.warn({ event: "mailed secrets not ended", ...errorEntry(error) });
  }
}

/** The refusal of a secret, in Appwrite's own words for one that is wrong, used or out of date. */
export function invalidToken(): AppwriteError {
  return new AppwriteError("refused", "Invalid token passed in the request.", 401, "user_invalid_token");
}

/** What Appwrite calls malformed is nobody's id or secret. */
function isWrongSecret(error: unknown): boolean {
  return isRefusal(error, "user_invalid_token", "user_not_found") || isMalformed(error);
}

function isMalformed(error: unknown): boolean {
  return isRefusal(error, "general_argument_invalid") && /`(userId|secret)` param/.test(error.message);
}

async function rememberUse(scope: Scope, userId: string, secret: string): Promise<void> {
  try {
    await scope.endings.endLink(userId, secret, Date.now() + REMEMBERED_MS);
  } catch (error) {
    // Used again, it is refused all the same, only in other words.
    scope.warn({ event: "link not noted as used", ...errorEntry(error) });
  }
}
