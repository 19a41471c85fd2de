// Sends requests to the Appwrite server, with a deadline for each, one retry where that is safe, a circuit breaker, and a limit on how many
// are on their way. Redirects are not followed: they could lead the API key and members' sessions to another server.
import { CallsInFlight, type GuestNetwork } from "./calls-in-flight";
import type { Circuit } from "./circuit";
import { AppwriteError } from "./errors";
import { MailRecord } from "./mail-state";
import type { AppwriteServer } from "./server";

/** How long Appwrite may take to respond to a call. */
const CALL_DEADLINE_MS = 8_000;
/** When to try again after a refusal, in seconds. By then a backend that answers seven calls a second has answered all of them. */
const OVERLOADED_RETRY_SECONDS = 5;
/** How long a call counts beyond its deadline when nothing says that it has ended, in milliseconds. */
const LEASE_MARGIN_MS = 2_000;
/** These come from a gateway in front of Appwrite, not from Appwrite itself. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Headers;
  body?: BodyInit | null;
  /** True for a health check: it is made even while the circuit is open. It does not count as a call in flight, since any visitor can request it. */
  probe?: boolean;
  /**
   * True for a call that the product can do without. It is not retried, its failures do not open the circuit, and it does not count as a call
   * in flight: many that stall must not keep others waiting.
   */
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

/** What all requests of an isolate have in common. */
export interface TransportOptions {
  server: AppwriteServer;
  circuit: Circuit;
  calls?: CallsInFlight;
  mail?: MailRecord;
  deadlineMs?: number;
}

/** Keeps work going when the visitor leaves, as `ExecutionContext.waitUntil` does. */
type KeepGoing = (work: Promise<unknown>) => void;

export class Transport {
  readonly #server: AppwriteServer;
  readonly #circuit: Circuit;
  readonly #calls: CallsInFlight;
  readonly #deadlineMs: number;
  readonly #keepGoing: KeepGoing;
  readonly #guest: GuestNetwork;
  #admission: Promise<void> | null = null;
  #retryAfterSeconds: number | null = null;
  readonly mail: MailRecord;

  constructor(
    {
      server,
      circuit,
      calls = new CallsInFlight(),
      mail = new MailRecord(),
      deadlineMs = CALL_DEADLINE_MS,
    }: TransportOptions,
    keepGoing: KeepGoing = () => {},
    guest: GuestNetwork = null,
  ) {
    this.#server = server;
    this.#circuit = circuit;
    this.#calls = calls;
    this.#deadlineMs = deadlineMs;
    this.#keepGoing = keepGoing;
    this.#guest = guest;
    this.mail = mail;
  }

  /** The transport of one request, which is admitted by itself. It shares everything else with this one. */
  forRequest(keepGoing: KeepGoing, guest: GuestNetwork): Transport {
    return new Transport(
      {
        server: this.#server,
        circuit: this.#circuit,
        calls: this.#calls,
        mail: this.mail,
        deadlineMs: this.#deadlineMs,
      },
      keepGoing,
      guest,
    );
  }

  get baseUrl(): string {
    return this.#server.baseUrl;
  }

  /** True while the circuit is open: calls fail without being made. */
  get isDown(): boolean {
    return this.#circuit.isOpen;
  }

  /** When to try again, in seconds, after a call of this request was not made; null when all were. */
  get retryAfterSeconds(): number | null {
    return this.#retryAfterSeconds;
  }

  /**
   * Admits the request as soon as Appwrite has few enough calls to work on. An admitted request makes all its calls: half of a
   * sign-up helps nobody, and costs the backend as much. Every call does this first. A request that has something else to do before
   * its first call does it itself.
   * @throws {AppwriteError} `overloaded` when that takes too long.
   */
  admit(): Promise<void> {
    this.#admission ??= this.#waitForRoom();
    return this.#admission;
  }

  /**
   * Counts a page that needs the backend. Refuses it when too many are being made: to render all of them, with an error and with what
   * was typed, would keep everybody else waiting.
   * @returns a function to call when it is made
   * @throws {AppwriteError} `overloaded`.
   */
  beginPage(): () => void {
    if (this.#calls.isFullOfPages(this.#guest)) throw this.#overloadedError();
    return this.#calls.beginPage(this.#guest);
  }

  async #waitForRoom(): Promise<void> {
    if (await this.#calls.waitForRoom(this.#guest)) return;
    // A call in the background asks again later.
    this.#admission = null;
    throw this.#overloadedError();
  }

  #overloadedError(): AppwriteError {
    return this.#notMadeError("overloaded", "Appwrite has enough calls to work on", OVERLOADED_RETRY_SECONDS);
  }

  /** The error of a call that is not made. */
  #notMadeError(failure: "down" | "overloaded", message: string, retryAfterSeconds: number): AppwriteError {
    this.#retryAfterSeconds = retryAfterSeconds;
    return new AppwriteError(failure, message, 0, "", retryAfterSeconds);
  }

  /**
   * Makes one call. The deadline ends when `read` has resolved, so a body that is returned unread may take longer.
   * A GET is retried once after a connection error or a gateway's error.
   * @throws {AppwriteError} `unreachable`, `stalled`, `down` or `overloaded`, and what `read` throws.
   */
  async exchange<T>(call: OutgoingRequest, read: (response: Response) => Promise<T>): Promise<T> {
    if (!call.probe) await this.admit();
    const exchange = this.#exchange(call, read);
    // The backend goes on with it when the visitor has left. Without `keepGoing` the runtime would drop it here, and it would count until
    // its lease expires.
    this.#keepGoing(exchange.catch(() => {}));
    return exchange;
  }

  async #exchange<T>(call: OutgoingRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const deadline = this.#createDeadline(Math.min(call.deadlineMs ?? this.#deadlineMs, this.#deadlineMs), call);
    const { url, method, headers, body } = call;
    const attempt = () =>
      this.#withCircuit(deadline, call, async () =>
        read(
          await this.#server.fetch(
            new Request(url, { method, headers, body, signal: deadline.signal, redirect: "manual" }),
          ),
        ),
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
    await this.admit();
    const { readable, writable } = new FixedLengthStream(length);
    const writer = writable.getWriter();
    const deadline = this.#createDeadline(this.#deadlineMs);
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
        const init = { method: "POST", headers, body: readable, signal: deadline.signal, redirect: "manual" } as const;
        const request = new Request(url, init);
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

  #createDeadline(
    milliseconds: number,
    { probe = false, isOptional = false }: Pick<OutgoingRequest, "probe" | "isOptional"> = {},
  ): Deadline {
    const isCounted = !probe && !isOptional;
    return new Deadline(milliseconds, (leaseMs) => (isCounted ? this.#calls.begin(leaseMs, this.#guest) : () => {}));
  }

  /** Runs a call, records its outcome in the circuit, and turns every failure into an `AppwriteError`. */
  async #withCircuit<T>(
    deadline: Deadline,
    { probe, isOptional }: Pick<OutgoingRequest, "probe" | "isOptional">,
    call: () => Promise<T>,
  ): Promise<T> {
    const recordFailure = () => {
      // While the client is to send, a gateway may time out. Somebody who sends slowly must not open the circuit for all.
      if (!isOptional && deadline.isRunning) this.#circuit.recordFailure();
    };
    if (!probe && !this.#circuit.allowsRequest()) {
      throw this.#notMadeError("down", "Appwrite has stopped answering", this.#circuit.retryAfterSeconds);
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

/** A timer that aborts its signal when it runs out. While it runs the backend has something to do, and the call counts. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  readonly #beginCall: (leaseMs: number) => () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endCall = () => {};
  isRunning = false;
  hasPassed = false;
  isCancelled = false;

  /** @param beginCall counts a call for `leaseMs` at most; it returns a function to call when it has ended. */
  constructor(milliseconds: number, beginCall: (leaseMs: number) => () => void) {
    this.#milliseconds = milliseconds;
    this.#beginCall = beginCall;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(): void {
    this.stop();
    this.isRunning = true;
    this.#endCall = this.#beginCall(this.#milliseconds + LEASE_MARGIN_MS);
    this.#timer = setTimeout(() => {
      this.hasPassed = true;
      this.#controller.abort(new DOMException("No answer in time", "TimeoutError"));
    }, this.#milliseconds);
  }

  stop(): void {
    this.isRunning = false;
    clearTimeout(this.#timer);
    this.#endCall();
  }

  cancel(): void {
    this.isCancelled = true;
    this.#controller.abort();
  }
}
