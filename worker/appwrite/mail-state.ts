// What an isolate knows about Appwrite's mail server. Appwrite has no call that tells.

/** "off": Appwrite has no mail server, and rejects every call that would send an e-mail. */
export type MailState = "ok" | "off" | "unknown";

/** Afterwards it counts as unknown again: an operator may have changed the server's settings. */
const KNOWN_MS = 5 * 60_000;

export class MailRecord {
  #state: MailState = "unknown";
  #until = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get state(): MailState {
    return this.#now() < this.#until ? this.#state : "unknown";
  }

  record(state: Exclude<MailState, "unknown">): void {
    this.#state = state;
    this.#until = this.#now() + KNOWN_MS;
  }
}
