// What an isolate knows about Appwrite's mail server. Appwrite has no call that tells, so a service asks, and this keeps the answer.

/**
 * "off": Appwrite has no mail server, and rejects every call that would send an e-mail. "links-off": it sends codes, and refuses links, since the
 * site's host is none of its project's platforms. "unknown": it did not say.
 */
export type MailState = "ok" | "off" | "links-off" | "unknown";

/** Afterwards it is asked again: an operator may have changed the server's settings. */
const KNOWN_MS = 5 * 60_000;
const UNKNOWN_MS = 30_000;

export class MailRecord {
  #state: MailState = "unknown";
  #until = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The state, which `ask` finds out when the last answer is too old. While it runs, other requests find the last answer. */
  async read(ask: () => Promise<MailState>): Promise<MailState> {
    if (this.#now() < this.#until) return this.#state;
    this.#until = this.#now() + UNKNOWN_MS;
    this.#state = await ask();
    if (this.#state !== "unknown") this.#until = this.#now() + KNOWN_MS;
    return this.#state;
  }
}
