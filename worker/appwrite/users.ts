// The server-side calls on users, which the browser SDK does not have. Their answers hold password hashes: none leaves here.
import { type Models, Query } from "appwrite";
import type { AppwriteClient } from "./client";
import { isAppwriteError } from "./errors";

/** What this Worker needs to know about somebody whose session it does not have. */
export interface KnownUser extends Pick<Models.User, "$id" | "$createdAt" | "$updatedAt" | "name" | "email" | "phone"> {
  emailVerification: boolean;
  /** False for a user that was made by a one-time code and has come no further. */
  hasPassword: boolean;
}

/** How many users one page of a list has at most. */
export const PAGE_USERS = 100;

export class Users {
  readonly #client: AppwriteClient;

  constructor(client: AppwriteClient) {
    this.#client = client;
  }

  /** A user by id; null when there is none. */
  async find(userId: string): Promise<KnownUser | null> {
    try {
      return toKnownUser(await this.#call("GET", `/users/${encodeURIComponent(userId)}`));
    } catch (error) {
      if (isAppwriteError(error, "user_not_found")) return null;
      throw error;
    }
  }

  /** The user who has an e-mail address; null when there is none. */
  async findByEmail(email: string): Promise<KnownUser | null> {
    const queries = [Query.equal("email", [email.trim().toLowerCase()]), Query.limit(1)];
    const { users }: { users: Models.User[] } = await this.#call("GET", "/users", { queries });
    return users[0] ? toKnownUser(users[0]) : null;
  }

  /** Users without a password whose last change lies between two moments, the oldest first, at most `PAGE_USERS`; `after` is the last one of the page before. */
  async listWithoutPassword(from: Date, to: Date, after?: string): Promise<KnownUser[]> {
    const queries = [
      Query.isNull("passwordUpdate"),
      Query.greaterThanEqual("$updatedAt", from.toISOString()),
      Query.lessThan("$updatedAt", to.toISOString()),
      Query.orderAsc("$updatedAt"),
      Query.limit(PAGE_USERS),
      ...(after ? [Query.cursorAfter(after)] : []),
    ];
    const { users }: { users: Models.User[] } = await this.#call("GET", "/users", { queries });
    return users.map(toKnownUser);
  }

  async setName(userId: string, name: string): Promise<void> {
    await this.#call("PATCH", `/users/${encodeURIComponent(userId)}/name`, { name });
  }

  /** Sets a password without asking for the one before. */
  async setPassword(userId: string, password: string): Promise<void> {
    await this.#call("PATCH", `/users/${encodeURIComponent(userId)}/password`, { password });
  }

  /** Sets a phone number (E.164) without asking for the password. */
  async setPhone(userId: string, number: string): Promise<void> {
    await this.#call("PATCH", `/users/${encodeURIComponent(userId)}/phone`, { number });
  }

  /** Ends every session of a user. */
  async endSessions(userId: string): Promise<void> {
    await this.#call("DELETE", `/users/${encodeURIComponent(userId)}/sessions`);
  }

  /** Deletes a user with all sessions; one who is gone already counts as deleted. */
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

/** Nothing of the hash goes on from here. */
function toKnownUser({
  $id,
  $createdAt,
  $updatedAt,
  name,
  email,
  phone,
  emailVerification,
  passwordUpdate,
}: Models.User): KnownUser {
  return { $id, $createdAt, $updatedAt, name, email, phone, emailVerification, hasPassword: Boolean(passwordUpdate) };
}
