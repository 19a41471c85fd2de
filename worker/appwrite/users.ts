// The server-side calls on users, which the browser SDK does not have. Their answers hold password hashes: none leaves here.
import type { AppwriteClient } from "./client";

export class Users {
  readonly #client: AppwriteClient;

  constructor(client: AppwriteClient) {
    this.#client = client;
  }

  /** The e-mail address of a user. */
  async emailOf(userId: string): Promise<string> {
    const user: { email?: string } = await this.#call("GET", `/users/${encodeURIComponent(userId)}`);
    return user.email ?? "";
  }

  /** Sets a phone number (E.164) without asking for the password. */
  async setPhone(userId: string, number: string): Promise<void> {
    await this.#call("PATCH", `/users/${encodeURIComponent(userId)}/phone`, { number });
  }

  /** Ends every session of a user. */
  async endSessions(userId: string): Promise<void> {
    await this.#call("DELETE", `/users/${encodeURIComponent(userId)}/sessions`);
  }

  async delete(userId: string): Promise<void> {
    await this.#call("DELETE", `/users/${encodeURIComponent(userId)}`);
  }

  #call(method: string, path: string, params: Record<string, unknown> = {}) {
    const url = new URL(this.#client.config.endpoint + path);
    return this.#client.call(method, url, { "content-type": "application/json", accept: "application/json" }, params);
  }
}
