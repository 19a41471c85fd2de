// What has ended before its time: sessions and upload tickets, which this Worker refuses from then on, and links that were used.
import { sessionRejectedError } from "../appwrite/errors";
import type { RevocationRecord } from "../durable-objects/revocation-record";
import { sha256Hex } from "./sha256-hex";

export class Revocations {
  readonly #namespace: DurableObjectNamespace<RevocationRecord>;
  readonly #checked = new Map<string, Promise<void>>();

  constructor(namespace: DurableObjectNamespace<RevocationRecord>) {
    this.#namespace = namespace;
  }

  /** Refuses a session from now on. @param until when it expires anyway, in milliseconds since 1970. */
  async revokeSession(sessionId: string, until: number): Promise<void> {
    await (await this.#tombstone(`session:${sessionId}`)).mark(until);
  }

  /** Takes a session that was opened a moment ago for good, without asking. */
  acceptNewSession(sessionId: string): void {
    this.#checked.set(sessionId, Promise.resolve());
  }

  /** @throws {AppwriteError} the refusal of a dead session; asked once a request. */
  requireSessionNotRevoked(sessionId: string): Promise<void> {
    const known = this.#checked.get(sessionId);
    if (known) return known;
    const check = this.#tombstone(`session:${sessionId}`)
      .then((tombstone) => tombstone.isMarked())
      .then((ended) => {
        if (ended) throw sessionRejectedError();
      });
    this.#checked.set(sessionId, check);
    return check;
  }

  /** Ends an upload's ticket: its file was claimed. */
  async revokeUpload(fileId: string, until: number): Promise<void> {
    await (await this.#tombstone(`upload:${fileId}`)).mark(until);
  }

  /** Ends an upload's ticket because its file is to be deleted: a part that is still on its way must not bring it back. */
  async markUploadDeleted(fileId: string, until: number): Promise<void> {
    await (await this.#tombstone(`upload:${fileId}`)).mark(until, true);
  }

  async wasUploadDeleted(fileId: string): Promise<boolean> {
    return (await this.#tombstone(`upload:${fileId}`)).isRemoved();
  }

  async isUploadRevoked(fileId: string): Promise<boolean> {
    return (await this.#tombstone(`upload:${fileId}`)).isMarked();
  }

  /** Notes that a mailed link has done its work. @param until how long to know it, in milliseconds since 1970. */
  async markLinkUsed(userId: string, secret: string, until: number): Promise<void> {
    await (await this.#tombstone(`link:${userId}:${secret}`)).mark(until);
  }

  async wasLinkUsed(userId: string, secret: string): Promise<boolean> {
    return (await this.#tombstone(`link:${userId}:${secret}`)).isMarked();
  }

  async #tombstone(name: string) {
    return this.#namespace.get(this.#namespace.idFromName(await sha256Hex(name)));
  }
}
