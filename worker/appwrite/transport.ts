// Sends requests to the Appwrite server, with a deadline for each, one retry where that is safe, and a circuit breaker.
import type { Circuit } from "./circuit";
import { AppwriteError } from "./errors";
import { MailRecord } from "./mail-state";
import type { AppwriteServer } from "./server";

/** How long Appwrite may take to respond to a call. */
const CALL_DEADLINE_MS = 8_000;
/** These come from a gateway in front of Appwrite, not from Appwrite itself. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Headers;
  body?: BodyInit | null;
  /** Sends the request even while the circuit is open: for health checks. */
  probe?: boolean;
  /** True for a call that the product can do without. It is not retried, and its failures do not open the circuit. */
  isOptional?: boolean;
  /** A shorter deadline for this call, in milliseconds. */
  deadlineMs?: number;
}

export interface Relay {
  url: string;
  headers: Headers;
  /** How many bytes `writeBody` writes. */
  length: number;
  /** Writes the body. A `SourceError` that it throws ends the call; the caller gets its cause. */
  writeBody(write: (bytes: Uint8Array) => Promise<void>): Promise<void>;
}

/** The body that is relayed broke off or must not be sent. This says nothing about the health of the backend. */
export class SourceError extends Error {
  override name = "SourceError";
  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}

export class Transport {
  readonly #server: AppwriteServer;
  readonly #circuit: Circuit;
  readonly #deadlineMs: number;
  readonly mail = new MailRecord();

  constructor(server: AppwriteServer, circuit: Circuit, deadlineMs = CALL_DEADLINE_MS) {
    this.#server = server;
    this.#circuit = circuit;
    this.#deadlineMs = deadlineMs;
  }

  get baseUrl(): string {
    return this.#server.baseUrl;
  }

  /** True while the circuit is open: calls fail without being made. */
  get isDown(): boolean {
    return this.#circuit.isOpen;
  }

  /**
   * Makes one call. The deadline ends when `read` has resolved, so a body that is returned unread may take longer.
   * A GET is retried once after a connection error or a gateway's error.
   * @throws {AppwriteError} `unreachable`, `stalled` or `down`, and what `read` throws.
   */
  async exchange<T>(call: OutgoingRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const deadline = new Deadline(Math.min(call.deadlineMs ?? this.#deadlineMs, this.#deadlineMs));
    const { url, method, headers, body } = call;
    const attempt = () =>
      this.#withCircuit(deadline, call, async () =>
        read(await this.#server.fetch(new Request(url, { method, headers, body, signal: deadline.signal }))),
      );
    deadline.start();
    try {
      return await attempt().catch((error: unknown) => {
        if (method !== "GET" || call.probe || call.isOptional || !isRetryable(error)) throw error;
        return attempt();
      });
    } finally {
      deadline.stop();
    }
  }

  /**
   * POSTs a body while it is being written, without buffering it. The visitor may send slowly, but the backend must accept each
   * chunk, and respond to the last one, within the deadline. Never retried.
   * @throws {AppwriteError} as `exchange` does; the cause of a `SourceError` of `writeBody`.
   */
  async relay<T>({ url, headers, length, writeBody }: Relay, read: (response: Response) => Promise<T>): Promise<T> {
    const { readable, writable } = new FixedLengthStream(length);
    const writer = writable.getWriter();
    const deadline = new Deadline(this.#deadlineMs);
    // Lets pending reads and writes of the stream end.
    const release = () => writer.abort().catch(() => {});
    deadline.signal.addEventListener("abort", () => {
      void release();
    });
    let sourceFailure: SourceError | undefined;
    const write = async (bytes: Uint8Array) => {
      deadline.start();
      await writer.write(bytes);
      deadline.stop();
    };
    try {
      return await this.#withCircuit(deadline, {}, async () => {
        const request = new Request(url, { method: "POST", headers, body: readable, signal: deadline.signal });
        const pendingResponse = this.#server.fetch(request);
        const sending = writeBody(write).then(() => {
          deadline.start();
          return writer.close();
        });
        sending.catch((error: unknown) => {
          // Any other error comes from the backend, and the call itself reports it.
          if (!(error instanceof SourceError)) return;
          sourceFailure = error;
          deadline.cancel();
        });
        return read(await pendingResponse);
      });
    } catch (error) {
      throw sourceFailure?.cause ?? error;
    } finally {
      deadline.stop();
      // A response may arrive before the last byte was sent.
      await release();
    }
  }

  /** Runs a call, records its outcome in the circuit, and turns every failure into an `AppwriteError`. */
  async #withCircuit<T>(
    deadline: Deadline,
    { probe, isOptional }: Pick<OutgoingRequest, "probe" | "isOptional">,
    call: () => Promise<T>,
  ): Promise<T> {
    const recordFailure = () => {
      if (!isOptional) this.#circuit.recordFailure();
    };
    if (!probe && !this.#circuit.allowsRequest()) {
      throw new AppwriteError("down", "Appwrite has stopped answering", 0, "", this.#circuit.retryAfterSeconds);
    }
    try {
      const result = await call();
      this.#circuit.recordSuccess();
      return result;
    } catch (error) {
      if (error instanceof AppwriteError) {
        if (error.failure !== "rejected" && GATEWAY_STATUSES.has(error.status)) recordFailure();
        else this.#circuit.recordSuccess();
        throw error;
      }
      if (deadline.isCancelled) throw error;
      recordFailure();
      if (deadline.hasPassed) throw new AppwriteError("stalled", "Appwrite did not answer in time");
      const reason = error instanceof Error ? error.message : String(error);
      throw new AppwriteError("unreachable", `Appwrite could not be reached: ${reason}`);
    }
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof AppwriteError)) return false;
  return error.failure === "unreachable" || (error.failure === "broken" && GATEWAY_STATUSES.has(error.status));
}

/** A timer that aborts its signal when it runs out. */
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
