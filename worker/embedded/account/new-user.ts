// What is checked before a user is created, and which passwords a user may choose.
import type { Backend } from "../backend";
import { AppwriteError } from "../http/errors";
import { newPassword, type Rule } from "../http/rules";
import { readPasswordPolicy, readUserLimit } from "../store/policies";
import { countUsers } from "../store/users";

/** Throws user_count_exceeded when the project has as many users as it may have. */
export function requireRoomForUser({ db }: Backend): void {
  const limit = readUserLimit(db);
  if (limit !== null && countUsers(db) >= limit) throw new AppwriteError("user_count_exceeded");
}

/** The rule for a new password, under the project's policy. */
export function newPasswordRule({ db }: Backend): Rule<string> {
  return newPassword(readPasswordPolicy(db));
}
