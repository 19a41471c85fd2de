// The server-side users API, which the browser SDK lacks. Its responses contain password hashes, which never leave this file.
import { type Models, Query } from "appwrite";
import type { AppwriteClient } from "./client";
import { isAppwriteError } from "./errors";

/** What this Worker needs to know about a user without having their session. */
export interface UserSummary
  extends Pick<Models.User, "$id" | "$createdAt" | "$updatedAt" | "name" | "email" | "phone" | "passwordUpdate"> {
  emailVerification: boolean;
  /** False for a user whom a one-time code created and who has not finished sign-up. */
  hasPassword: boolean;
}

/** The page size of user lists. */
export const PAGE_USERS = 100;

export class Users {
  readonly #client: AppwriteClient;

  constructor(client: AppwriteClient) {
    this.#client = client;
  }

  /** A user by id; null when there is none. */
  async find(userId: string): Promise<UserSummary | null> {
    try {
      return toUserSummary(await this.#call("GET", `/users/${encodeURIComponent(userId)}`));
    } catch (error) {
      if (isAppwriteError(error, "user_not_found")) return null;
      throw error;
    }
  }

  /** The user who has an e-mail address; null when there is none. */
  async findByEmail(email: string): Promise<UserSummary | null> {
    const queries = [Query.equal("email", [email.trim().toLowerCase()]), Query.limit(1)];
    const { users }: { users: Models.User[] } = await this.#call("GET", "/users", { queries });
    return users[0] ? toUserSummary(users[0]) : null;
  }

  /**
   * Users without a password whose last update lies between two times, oldest first, at most `PAGE_USERS`.
   * @param after the id of the previous page's last user.
   */
  async listWithoutPassword(from: Date, to: Date, after?: string): Promise<UserSummary[]> {
    const queries = [
      Query.isNull("passwordUpdate"),
      Query.greaterThanEqual("$updatedAt", from.toISOString()),
      Query.lessThan("$updatedAt", to.toISOString()),
      Query.orderAsc("$updatedAt"),
      Query.limit(PAGE_USERS),
      ...(after ? [Query.cursorAfter(after)] : []),
    ];
    const { users }: { users: Models.User[] } = await this.#call("GET", "/users", { queries });
    return users.map(toUserSummary);
  }

  async setName(userId: string, name: string): Promise<void> {
    await this.#call("PATCH", `/users/${encodeURIComponent(userId)}/name`, { name });
  }

  /** Sets a password without checking the current one. */
  async setPassword(userId: string, password: string): Promise<void> {
    await this.#call("PATCH", `/users/${encodeURIComponent(userId)}/password`, { password });
  }

  /** Sets a phone number (E.164) without checking the password. */
  async setPhone(userId: string, number: string): Promise<void> {
    await this.#call("PATCH", `/users/${encodeURIComponent(userId)}/phone`, { number });
  }

  async listSessions(userId: string): Promise<Pick<Models.Session, "$id" | "$createdAt" | "factors">[]> {
    const { sessions }: Models.SessionList = await this.#call("GET", `/users/${encodeURIComponent(userId)}/sessions`);
    return sessions.map(({ $id, $createdAt, factors }) => ({ $id, $createdAt, factors }));
  }

  /** How many recovery codes a user has left. The codes themselves stay in this file. */
  async countRecoveryCodes(userId: string): Promise<number> {
    try {
      const { recoveryCodes }: Models.MfaRecoveryCodes = await this.#call("GET", recoveryCodesPath(userId));
      return recoveryCodes.length;
    } catch (error) {
      if (isAppwriteError(error, "user_recovery_codes_not_found")) return 0;
      throw error;
    }
  }

  /**
   * Gives a user who has recovery codes new ones, without a challenge. The old ones are void.
   * @throws {AppwriteError} `user_recovery_codes_not_found`.
   */
  async replaceRecoveryCodes(userId: string): Promise<string[]> {
    const { recoveryCodes }: Models.MfaRecoveryCodes = await this.#call("PUT", recoveryCodesPath(userId));
    return recoveryCodes;
  }

  /** Removes a user's authenticator app, without a challenge. Succeeds when there is none. */
  async deleteAuthenticator(userId: string): Promise<void> {
    try {
      await this.#call("DELETE", `/users/${encodeURIComponent(userId)}/mfa/authenticators/totp`);
    } catch (error) {
      if (!isAppwriteError(error, "user_authenticator_not_found")) throw error;
    }
  }

  /** Ends one session of a user. @throws {AppwriteError} `user_session_not_found`. */
  async endSession(userId: string, sessionId: string): Promise<void> {
    await this.#call("DELETE", `/users/${encodeURIComponent(userId)}/sessions/${encodeURIComponent(sessionId)}`);
  }

  /** Ends every session of a user. */
  async endSessions(userId: string): Promise<void> {
    await this.#call("DELETE", `/users/${encodeURIComponent(userId)}/sessions`);
  }

  /** Deletes a user with all sessions. Succeeds when the user does not exist. */
  async delete(userId: string): Promise<void> {
    try {
      await this.#call("DELETE", `/users/${encodeURIComponent(userId)}`);
    } catch (error) {
      if (!isAppwriteError(error, "user_not_found")) throw error;
    }
  }

  #call(method: string, path: string, params: Record<string, unknown> = {}) {
    const url = new URL(this.#client.config.endpoint + path);
    return this.#client.call(method, url, { "content-type": "application/json", accept: "application/json" }, params);
  }
}

function recoveryCodesPath(userId: string): string {
  return `/users/${encodeURIComponent(userId)}/mfa/recovery-codes`;
}

/** Drops the password hash. */
function toUserSummary({
  $id,
  $createdAt,
  $updatedAt,
  name,
  email,
  phone,
  emailVerification,
  passwordUpdate,
}: Models.User): UserSummary {
  const hasPassword = Boolean(passwordUpdate);
  return { $id, $createdAt, $updatedAt, name, email, phone, passwordUpdate, emailVerification, hasPassword };
}
