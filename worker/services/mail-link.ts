// The secrets of mailed links: who tries one learns nothing about accounts, and cannot go on trying.
import { AppwriteError, isRefusal } from "../appwrite/errors";
import type { Scope } from "../scope";

/**
 * Runs a call that tests the secret of a mailed link, counting the tries that were refused.
 * @throws {ServiceError} `rate_limited`. @throws {AppwriteError} `user_invalid_token`, whether the user or the secret is wrong.
 */
export async function withLinkSecret<T>(scope: Scope, userId: string, run: () => Promise<T>): Promise<T> {
  await scope.limits.count("link", userId);
  try {
    const result = await run();
    scope.later("attempts forgotten", () => scope.limits.forget("link", userId));
    return result;
  } catch (error) {
    if (isRefusal(error, "user_not_found")) {
      throw new AppwriteError("refused", INVALID_TOKEN, 401, "user_invalid_token");
    }
    if (!isRefusal(error, "user_invalid_token")) await scope.limits.giveBack("link", userId);
    throw error;
  }
}

/** Appwrite's own words for a secret that is wrong, used or out of date. */
const INVALID_TOKEN = "Invalid token passed in the request.";
