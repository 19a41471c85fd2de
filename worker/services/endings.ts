// What this Worker itself no longer accepts, though it has not expired: sessions and upload tickets.
import { sessionRefused } from "../appwrite/errors";
import type { Keyring } from "../keyring";
import type { Tombstone } from "./tombstones";

export class Endings {
  readonly #namespace: DurableObjectNamespace<Tombstone>;
  readonly #keyring: Keyring;
  readonly #checked = new Map<string, Promise<void>>();

  constructor(namespace: DurableObjectNamespace<Tombstone>, keyring: Keyring) {
    this.#namespace = namespace;
    this.#keyring = keyring;
  }

  /** Refuses a session from now on. @param until when it expires anyway, in milliseconds since 1970. */
  async endSession(sessionId: string, until: number): Promise<void> {
    await (await this.#tombstone(`session:${sessionId}`)).mark(until);
  }

  /** Takes a session that was opened a moment ago for good, without asking. */
  acceptNew(sessionId: string): void {
    this.#checked.set(sessionId, Promise.resolve());
  }

  /** @throws {AppwriteError} the refusal of a dead session; asked once a request. */
  requireSessionNotEnded(sessionId: string): Promise<void> {
    const known = this.#checked.get(sessionId);
    if (known) return known;
    const check = this.#tombstone(`session:${sessionId}`)
      .then((tombstone) => tombstone.isMarked())
      .then((ended) => {
        if (ended) throw sessionRefused();
      });
    this.#checked.set(sessionId, check);
    return check;
  }

  /** Ends an upload's ticket: its file was claimed, or is gone. */
  async endUpload(fileId: string, until: number): Promise<void> {
    await (await this.#tombstone(`upload:${fileId}`)).mark(until);
  }

  async hasUploadEnded(fileId: string): Promise<boolean> {
    return (await this.#tombstone(`upload:${fileId}`)).isMarked();
  }

  async #tombstone(name: string) {
    return this.#namespace.get(this.#namespace.idFromName(await this.#keyring.digest(name)));
  }
}
