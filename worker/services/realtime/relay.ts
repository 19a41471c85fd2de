// Joins a page's socket with one to the backend. What the backend sends stays here: the page only learns what kind of thing changed, and
// reads it through the API.
import {
  CHANGES,
  type Change,
  CLOSE_CODE,
  HEARTBEAT_MS,
  PING,
  PONG,
  type RealtimeMessage,
} from "../../../app/contract/realtime";
import type { Backend } from "../../appwrite/appwrite";
import { isAppwriteError, isSecondFactorError, isUnauthorized } from "../../appwrite/errors";
import { REALTIME_PING, type RealtimeFrame, readFrame } from "../../appwrite/realtime";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import type { SessionData } from "../../session/session";
import { type SocketSlot, takeMemberSlot, takeSessionSlot } from "./socket-slots";

/** How long the first of a burst of events waits for the others, in milliseconds. */
const BURST_MS = 100;
/** The shortest time between two messages to a page, in milliseconds. */
const MESSAGE_INTERVAL_MS = 1_000;
/** A page that has missed so many heartbeats is gone, although its connection was never closed. */
const HEARTBEATS_MISSED = 4;
/** Pings in a row that come faster than half their interval. A slow network delivers some at once. */
const EARLY_PINGS_MAX = 5;
/** How old an answer may be about a session that this Worker revoked, and one of the backend's about any session, in milliseconds. */
const REVOCATION_CHECK_MS = 60_000;
const SESSION_CHECK_MS = 10 * 60_000;

type CloseCode = (typeof CLOSE_CODE)[keyof typeof CLOSE_CODE];

/** What `RealtimeRelay.takeSlot` returns: the session of the page, and the slot of its socket. */
export interface RealtimeSlot {
  session: SessionData;
  slot: SocketSlot;
}

/** The relay of one page's socket. It ends with either of the two sockets. */
export class RealtimeRelay {
  readonly #context: RequestContext;
  readonly #page: WebSocket;
  #upstream: WebSocket | null = null;
  readonly #session: SessionData;
  readonly #slot: SocketSlot;
  #memberSlot: SocketSlot | null = null;
  #isConnected = false;
  #isClosed = false;

  readonly #changed = new Set<Change>();
  #mustCheckSession = false;
  #isFlushing = false;
  #lastMessageAt = 0;
  #flushTimer: ReturnType<typeof setTimeout> | undefined;

  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #lastPingAt = 0;
  #earlyPings = 0;
  #revocationCheckedAt = 0;
  #sessionCheckedAt = 0;

  private constructor(context: RequestContext, page: WebSocket, { session, slot }: RealtimeSlot) {
    this.#context = context;
    this.#page = page;
    this.#session = session;
    this.#slot = slot;
    page.addEventListener("message", ({ data }) => this.#receive(data));
    for (const event of ["close", "error"] as const) {
      page.addEventListener(event, () => {
        this.#end();
        // Not before: after the Worker's close frame the runtime goes on taking in what the page sends, until the page closes, too.
        slot.release();
      });
    }
    this.#waitForPing();
  }

  /**
   * Takes a slot for the socket of a page with a session cookie. Whether the session is still valid, the socket says. Call it before the
   * socket is accepted: the runtime takes in what it is sent, up to 32 MB for one message, for as long as the page keeps the connection.
   * @throws {ServiceError} `session_missing` for a guest; `rate_limited` when the session or the network has too many sockets
   */
  static takeSlot(context: RequestContext): RealtimeSlot {
    const session = context.session.current;
    if (!session) throw new ServiceError("session_missing", "Please sign in first");
    const slot = takeSessionSlot(session.sessionId, context.network);
    if (!slot) throw new ServiceError("rate_limited", "Too many sockets are open", { retryAfterSeconds: 60 });
    return { session, slot };
  }

  /** Starts to relay to a page. @param page the accepted socket to it. The slot is released when the page closes that socket. */
  static start(context: RequestContext, page: WebSocket, slot: RealtimeSlot): void {
    const relay = new RealtimeRelay(context, page, slot);
    context.waitUntil("realtime", () => relay.#start());
  }

  /** Checks the session and connects to the backend. Refuses by closing the page's socket, and never rejects. */
  async #start(): Promise<void> {
    await this.#connect(this.#session).catch((error: unknown) => this.#fail(error));
  }

  /** @throws {AppwriteError} */
  async #connect(session: SessionData): Promise<void> {
    await this.#checkSession(session);
    if (this.#isClosed) return;
    // Only now: the cookie of a session that has ended must not take a slot of the member's.
    this.#memberSlot = takeMemberSlot(session.userId);
    if (!this.#memberSlot) return this.#close(CLOSE_CODE.tryAgainLater, "too many sockets");
    const upstream = await this.#backendOf(session).realtime.open();
    upstream.addEventListener("message", ({ data }) => this.#hear(readFrame(data), session));
    upstream.addEventListener("close", () => this.#loseBackend());
    upstream.addEventListener("error", () => this.#loseBackend());
    upstream.accept();
    this.#upstream = upstream;
    // The page may have left meanwhile.
    if (this.#isClosed) closeSocket(upstream, 1000);
  }

  #hear(frame: RealtimeFrame, session: SessionData): void {
    if (frame.type === "pong") send(this.#page, PONG);
    // A session that ended since the check is connected as a guest.
    if (frame.type === "connected" && frame.userId !== session.userId) {
      this.#close(CLOSE_CODE.tryAgainLater, "not connected");
    } else if (frame.type === "connected") {
      this.#isConnected = true;
      this.#send({ changed: [] });
    }
    if (frame.type !== "event" || (!frame.changed && !frame.mayEndSession)) return;
    if (frame.changed) this.#changed.add(frame.changed);
    this.#mustCheckSession ||= frame.mayEndSession;
    this.#scheduleFlush(session);
  }

  /** Sends what has changed soon, in one message for a burst of events. */
  #scheduleFlush(session: SessionData): void {
    if (this.#flushTimer !== undefined || this.#isFlushing || this.#isClosed) return;
    const wait = Math.max(BURST_MS, this.#lastMessageAt + MESSAGE_INTERVAL_MS - Date.now());
    this.#flushTimer = setTimeout(() => {
      this.#flushTimer = undefined;
      this.#isFlushing = true;
      void this.#flush(session).finally(() => {
        this.#isFlushing = false;
        if (this.#changed.size > 0 || this.#mustCheckSession) this.#scheduleFlush(session);
      });
    }, wait);
  }

  /** Never rejects. */
  async #flush(session: SessionData): Promise<void> {
    try {
      // Events that arrive during a check may ask for another one.
      while (this.#mustCheckSession) {
        this.#mustCheckSession = false;
        await this.#checkSession(session);
      }
      const changed = CHANGES.filter((change) => this.#changed.has(change));
      this.#changed.clear();
      this.#lastMessageAt = Date.now();
      if (changed.length > 0) this.#send({ changed });
    } catch (error) {
      this.#fail(error);
    }
  }

  #receive(data: unknown): void {
    const now = Date.now();
    this.#earlyPings = now - this.#lastPingAt < HEARTBEAT_MS / 2 ? this.#earlyPings + 1 : 0;
    this.#lastPingAt = now;
    if (data !== PING || this.#earlyPings > EARLY_PINGS_MAX) {
      this.#close(CLOSE_CODE.policyViolation, "not a heartbeat");
      return;
    }
    this.#waitForPing();
    this.#slot.renew();
    this.#memberSlot?.renew();
    if (this.#upstream) send(this.#upstream, REALTIME_PING);
    void this.#checkOldSession().catch((error: unknown) => this.#fail(error));
  }

  #waitForPing(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(
      () => this.#close(CLOSE_CODE.tryAgainLater, "no heartbeat"),
      HEARTBEATS_MISSED * HEARTBEAT_MS,
    );
  }

  /** Checks the session again when the last check is old: the backend says nothing when one expires. */
  async #checkOldSession(): Promise<void> {
    const session = this.#session;
    if (!this.#upstream) return;
    const now = Date.now();
    if (session.expiresAt <= now) this.#close(CLOSE_CODE.sessionEnded, "session expired");
    else if (now - this.#sessionCheckedAt > SESSION_CHECK_MS) await this.#checkSession(session);
    else if (now - this.#revocationCheckedAt > REVOCATION_CHECK_MS) {
      this.#revocationCheckedAt = now;
      await this.#context.revocations.requireStillNotRevoked(session);
    }
  }

  /** @throws {AppwriteError} when the session has ended, or lacks its second factor, and when the backend fails. */
  async #checkSession(session: SessionData): Promise<void> {
    this.#sessionCheckedAt = Date.now();
    this.#revocationCheckedAt = this.#sessionCheckedAt;
    await this.#backendOf(session).account.get();
  }

  #backendOf(session: SessionData): Backend {
    const { appwrite, revocations } = this.#context;
    return appwrite.member(session.secret, () => revocations.requireStillNotRevoked(session));
  }

  #send(message: RealtimeMessage): void {
    send(this.#page, JSON.stringify(message));
  }

  /** A socket may end at any time. One that ends before its first frame is worth a line in the log. */
  #loseBackend(): void {
    if (this.#isConnected) this.#close(CLOSE_CODE.tryAgainLater, "backend closed");
    else this.#fail(new Error("Appwrite's socket ended before its first frame"));
  }

  #fail(error: unknown): void {
    // A blocked account has a session, but may use it for nothing.
    const isEnded = isUnauthorized(error) || isAppwriteError(error, "user_blocked");
    if (isSecondFactorError(error)) this.#close(CLOSE_CODE.secondFactorMissing, "second factor missing");
    else if (isEnded) this.#close(CLOSE_CODE.sessionEnded, "session ended");
    else {
      if (!this.#isClosed) this.#context.warn({ event: "realtime failed", ...errorEntry(error) });
      this.#close(CLOSE_CODE.tryAgainLater, "backend failed");
    }
  }

  #close(code: CloseCode, reason: string): void {
    closeSocket(this.#page, code, reason);
    this.#end();
  }

  #end(): void {
    this.#isClosed = true;
    clearTimeout(this.#flushTimer);
    clearTimeout(this.#silenceTimer);
    closeSocket(this.#page, 1000);
    if (this.#upstream) closeSocket(this.#upstream, 1000);
    this.#memberSlot?.release();
  }
}

/** Sends unless the socket is closing. */
function send(socket: WebSocket, message: string): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(message);
}

function closeSocket(socket: WebSocket, code: number, reason?: string): void {
  if (socket.readyState === WebSocket.OPEN) socket.close(code, reason);
}
