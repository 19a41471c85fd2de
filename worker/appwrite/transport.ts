// Carries requests to the Appwrite endpoint: a deadline for each, one retry where it is safe, and the circuit.
import type { Circuit } from "./circuit";
import type { AppwriteEndpoint } from "./endpoint";
import { AppwriteError } from "./errors";

/** How long Appwrite may take to answer a call. */
const CALL_DEADLINE_MS = 8_000;
/** A gateway in front of Appwrite speaking, not Appwrite. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

export interface Outgoing {
  url: string;
  method: string;
  headers: Headers;
  body?: BodyInit | null;
  /** Asks even while the circuit is open: health checks. */
  probe?: boolean;
  /** Gives this call less time than others, in milliseconds. */
  deadlineMs?: number;
}

export interface Relay {
  url: string;
  headers: Headers;
  /** How many bytes `fill` writes. */
  length: number;
  /** Writes the body; what it throws as `SourceError` ends the call and comes back to the caller. */
  fill(write: (bytes: Uint8Array) => Promise<void>): Promise<void>;
}

/** What was to be sent on broke off or is not fit to be sent; says nothing about the backend. */
export class SourceError extends Error {
  override name = "SourceError";
  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}

export class Transport {
  readonly #endpoint: AppwriteEndpoint;
  readonly #circuit: Circuit;
  readonly #deadlineMs: number;

  constructor(endpoint: AppwriteEndpoint, circuit: Circuit, deadlineMs = CALL_DEADLINE_MS) {
    this.#endpoint = endpoint;
    this.#circuit = circuit;
    this.#deadlineMs = deadlineMs;
  }

  get baseUrl(): string {
    return this.#endpoint.baseUrl;
  }

  /** True while calls are refused without being made. */
  get isDown(): boolean {
    return this.#circuit.isOpen;
  }

  /**
   * Makes one call. The deadline ends when `read` is done with the answer, so that a body handed on unread may take its time.
   * A GET that found no connection or a gateway's error is made once more.
   * @throws {AppwriteError} `unreachable`, `stalled` or `down`, and what `read` throws.
   */
  async exchange<T>(call: Outgoing, read: (response: Response) => Promise<T>): Promise<T> {
    const deadline = new Deadline(Math.min(call.deadlineMs ?? this.#deadlineMs, this.#deadlineMs));
    const { url, method, headers, body } = call;
    const attempt = () =>
      this.#judged(deadline, call.probe ?? false, async () =>
        read(await this.#endpoint.fetch(new Request(url, { method, headers, body, signal: deadline.signal }))),
      );
    deadline.start();
    try {
      return await attempt().catch((error: unknown) => {
        if (method !== "GET" || call.probe || !isWorthAnotherTry(error)) throw error;
        return attempt();
      });
    } finally {
      deadline.stop();
    }
  }

  /**
   * POSTs a body while it is being written, without ever holding it: the visitor's pace sets the time, but the backend
   * must take each piece, and answer the last, within the deadline. Never repeated.
   * @throws {AppwriteError} as `exchange` does; the cause of a `SourceError` of `fill`.
   */
  async relay<T>({ url, headers, length, fill }: Relay, read: (response: Response) => Promise<T>): Promise<T> {
    const { readable, writable } = new FixedLengthStream(length);
    const writer = writable.getWriter();
    const deadline = new Deadline(this.#deadlineMs);
    // Whoever still writes, or reads what is written, is let go.
    const release = () => writer.abort().catch(() => {});
    deadline.signal.addEventListener("abort", release);
    let sourceFailure: SourceError | undefined;
    const write = async (bytes: Uint8Array) => {
      deadline.start();
      await writer.write(bytes);
      deadline.stop();
    };
    try {
      return await this.#judged(deadline, false, async () => {
        const request = new Request(url, { method: "POST", headers, body: readable, signal: deadline.signal });
        const answering = this.#endpoint.fetch(request);
        const sending = fill(write).then(() => {
          deadline.start();
          return writer.close();
        });
        sending.catch((error: unknown) => {
          // Any other failure is the backend's, and the call itself reports it.
          if (!(error instanceof SourceError)) return;
          sourceFailure = error;
          deadline.cancel();
        });
        return read(await answering);
      });
    } catch (error) {
      throw sourceFailure?.cause ?? error;
    } finally {
      deadline.stop();
      // An answer may come before the last byte.
      await release();
    }
  }

  /** Runs a call, tells the circuit how it went, and gives every failure its type. */
  async #judged<T>(deadline: Deadline, probe: boolean, call: () => Promise<T>): Promise<T> {
    if (!probe && !this.#circuit.admits()) {
      throw new AppwriteError("down", "Appwrite has stopped answering", 0, "", this.#circuit.retryAfterSeconds);
    }
    try {
      const answer = await call();
      this.#circuit.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof AppwriteError) {
        if (GATEWAY_STATUSES.has(error.status)) this.#circuit.failed();
        else this.#circuit.succeeded();
        throw error;
      }
      if (deadline.isCancelled) throw error;
      this.#circuit.failed();
      if (deadline.hasPassed) throw new AppwriteError("stalled", "Appwrite did not answer in time");
      const reason = error instanceof Error ? error.message : String(error);
      throw new AppwriteError("unreachable", `Appwrite could not be reached: ${reason}`);
    }
  }
}

function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof AppwriteError)) return false;
  return error.failure === "unreachable" || (error.failure === "broken" && GATEWAY_STATUSES.has(error.status));
}

/** A stopwatch that aborts its signal when it runs out. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  hasPassed = false;
  isCancelled = false;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.hasPassed = true;
      this.#controller.abort(new DOMException("No answer in time", "TimeoutError"));
    }, this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  cancel(): void {
    this.isCancelled = true;
    this.#controller.abort();
  }
}
