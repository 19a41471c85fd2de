// Sessions and upload tickets that are revoked before they expire, and links that were used.
import { sessionRejectedError } from "../appwrite/errors";
import type { RevocationRecord } from "../durable-objects/revocation-record";
import { sha256Hex } from "./sha256-hex";

export class Revocations {
  readonly #namespace: DurableObjectNamespace<RevocationRecord>;
  readonly #checks = new Map<string, Promise<void>>();

  constructor(namespace: DurableObjectNamespace<RevocationRecord>) {
    this.#namespace = namespace;
  }

  /** Revokes a session. @param until when it expires, in milliseconds since 1970. */
  async revokeSession(sessionId: string, until: number): Promise<void> {
    await (await this.#record(`session:${sessionId}`)).revoke(until);
  }

  /** Skips the check for a session that this request has just opened. */
  acceptNewSession(sessionId: string): void {
    this.#checks.set(sessionId, Promise.resolve());
  }

  /** Checks a session, once per request. @throws {AppwriteError} when it is revoked. */
  requireSessionNotRevoked(sessionId: string): Promise<void> {
    const pending = this.#checks.get(sessionId);
    if (pending) return pending;
    const check = this.#record(`session:${sessionId}`)
      .then((record) => record.isRevoked())
      .then((isRevoked) => {
        if (isRevoked) throw sessionRejectedError();
      });
    this.#checks.set(sessionId, check);
    return check;
  }

  /** Revokes an upload's ticket, because a profile now has its file. */
  async revokeUpload(fileId: string, until: number): Promise<void> {
    await (await this.#record(`upload:${fileId}`)).revoke(until);
  }

  /** Revokes an upload's ticket before its file is deleted, so that a part that arrives late cannot recreate the file. */
  async revokeUploadForDeletion(fileId: string, until: number): Promise<void> {
    await (await this.#record(`upload:${fileId}`)).revoke(until, true);
  }

  /** True when the ticket was revoked for a deletion. */
  async isUploadDeleted(fileId: string): Promise<boolean> {
    return (await this.#record(`upload:${fileId}`)).isDeleted();
  }

  async isUploadRevoked(fileId: string): Promise<boolean> {
    return (await this.#record(`upload:${fileId}`)).isRevoked();
  }

  /** Records that a mailed link was used. @param until when to forget it, in milliseconds since 1970. */
  async markLinkUsed(userId: string, secret: string, until: number): Promise<void> {
    await (await this.#record(`link:${userId}:${secret}`)).revoke(until);
  }

  async wasLinkUsed(userId: string, secret: string): Promise<boolean> {
    return (await this.#record(`link:${userId}:${secret}`)).isRevoked();
  }

  async #record(name: string) {
    return this.#namespace.get(this.#namespace.idFromName(await sha256Hex(name)));
  }
}
