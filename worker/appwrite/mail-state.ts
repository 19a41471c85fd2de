// What an isolate knows about Appwrite's mail server. Appwrite has no call that tells, so a service asks, and this keeps the answer.

/**
 * - `ok`: Appwrite sends e-mails.
 * - `off`: it has no mail server, and rejects every call that would send an e-mail.
 * - `links-off`: it sends codes. It refuses to send links, because the site's host is not a platform of the Appwrite project.
 * - `unknown`: it has not been asked yet, or its answer did not tell.
 */
export type MailState = "ok" | "off" | "links-off" | "unknown";

/** Afterwards it is asked again: an operator may have changed the server's settings. */
const KNOWN_MS = 5 * 60_000;
const UNKNOWN_MS = 30_000;

/** How many of the site's hosts are remembered, at most: it may be reached by several. */
const MAX_ORIGINS = 16;

export class MailRecord {
  readonly #states = new Map<string, { state: MailState; until: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * The state, which `ask` finds out when the last answer is too old. While it runs, other requests find the last answer.
   * @param origin the site's, with which links begin: Appwrite's answer depends on its host
   */
  async read(origin: string, ask: () => Promise<MailState>): Promise<MailState> {
    const known = this.#states.get(origin);
    if (known && this.#now() < known.until) return known.state;
    if (!known && this.#states.size >= MAX_ORIGINS) this.#states.clear();
    this.#states.set(origin, { state: known?.state ?? "unknown", until: this.#now() + UNKNOWN_MS });
    const state = await ask();
    this.#states.set(origin, { state, until: this.#now() + (state === "unknown" ? UNKNOWN_MS : KNOWN_MS) });
    return state;
  }
}
