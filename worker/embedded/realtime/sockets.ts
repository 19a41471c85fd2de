// The realtime endpoint: hibernating WebSockets, their subscriptions and messages.
import { userModel } from "../account/models";
import type { Backend } from "../backend";
import { findEncodedSession, findSessionInHeaders, rolesOf } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { originError } from "../http/origin";
import { isObject, parseJson } from "../http/rules";
import { isoDate } from "../project/clock";
import { uniqueId } from "../project/ids";
import { PROJECT_ID } from "../project/project";
import { listPlatformHosts } from "../store/platforms";
import { findUser, type UserRow } from "../store/users";
import type { RealtimeEvent } from "./events";
import {
  formatQuery,
  isSubscribed,
  parseMessage,
  parseUnsubscribe,
  parseUrl,
  type Subscription,
  userChannels,
} from "./subscriptions";

/** A socket's state, which survives hibernation. */
interface Attachment {
  userId: string | null;
  roles: string[];
  subscriptions: Subscription[];
  /** How many messages the client has sent since `since`, in milliseconds since 1970. */
  messages: { count: number; since: number };
}

const INVALID_MESSAGE = 1003;
const POLICY_VIOLATION = 1008;
const TOO_MANY_MESSAGES = 1013;
/** In production, a real server gives no reason for an error after the connection was opened. */
const HIDDEN_REASON = "Error: Server Error";
const MESSAGES_MAX = 32;
const MESSAGE_WINDOW_MILLISECONDS = 60_000;

const BAD_REQUEST_PAGE = "<html><body><h2>HTTP 400 Bad Request</h2><hr></body></html>";

export class Sockets {
  readonly #state: DurableObjectState;

  constructor(state: DurableObjectState) {
    this.#state = state;
  }

  /**
   * Upgrades the request. With an unknown project, a foreign origin or an invalid query the socket gets an error and is
   * closed. A real server then breaks the connection without a close frame, which is not possible here.
   */
  open(backend: Backend, request: Request): Response {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      const headers = {
        "Content-Type": "text/html; charset=UTF-8",
        "Cache-Control": "must-revalidate,no-cache,no-store",
      };
      return new Response(BAD_REQUEST_PAGE, { status: 400, headers });
    }
    const { 0: client, 1: server } = new WebSocketPair();
    try {
      const url = new URL(request.url);
      requireProjectAndOrigin(url, request.headers.get("origin"), listPlatformHosts(backend.db));
      // Without a project the client speaks to Appwrite's console, where nobody has an account.
      const user = url.searchParams.has("project") ? findSocketUser(backend, request.headers) : null;
      const frame = connect(backend, server, user, parseUrl(url));
      this.#state.acceptWebSocket(server);
      send(server, frame);
    } catch (error) {
      if (!(error instanceof AppwriteError)) throw error;
      // Not accepted for hibernation: closed this early, such a socket would stay half open.
      server.accept();
      sendError(server, POLICY_VIOLATION, error.message);
      server.close(POLICY_VIOLATION, "Policy violation");
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Handles a message from a client. */
  receive(backend: Backend, socket: WebSocket, message: string | ArrayBuffer): void {
    if (!countMessage(socket, backend.clock.now())) {
      sendError(socket, TOO_MANY_MESSAGES, HIDDEN_REASON);
      return;
    }
    const frame = typeof message === "string" ? parseJson(message) : undefined;
    const { type, data } = isObject(frame) ? frame : {};
    try {
      send(socket, handleMessage(backend, socket, type, data));
    } catch (error) {
      if (!(error instanceof AppwriteError)) throw error;
      sendError(socket, INVALID_MESSAGE, HIDDEN_REASON);
    }
  }

  /**
   * Sends the event to each socket that has one of its roles and a matching subscription. As on a real server, that
   * includes sockets whose session or user has ended.
   */
  publish(event: RealtimeEvent, now: Date): void {
    for (const socket of this.#state.getWebSockets()) {
      const { roles, userId, subscriptions } = readAttachment(socket);
      if (!event.roles.some((role) => roles.includes(role))) continue;
      const matching = subscriptions.filter((subscription) => isSubscribed(subscription, userId, event));
      if (matching.length === 0) continue;
      const { events, channels, payload } = event;
      const data = { events, channels, timestamp: isoDate(now), payload, subscriptions: matching.map(({ id }) => id) };
      send(socket, { type: "event", data });
    }
  }
}

/** Throws project_not_found and general_unknown_origin. */
function requireProjectAndOrigin(url: URL, origin: string | null, hosts: readonly string[]): void {
  if (![null, PROJECT_ID].includes(url.searchParams.get("project"))) {
    throw new AppwriteError("project_not_found", "Missing or unknown project ID");
  }
  const error = origin === null ? null : originError(origin, hosts);
  if (error !== null) throw new AppwriteError("general_unknown_origin", error);
}

/** The user of the session in the handshake. One who is blocked, or lacks a second factor, is accepted as well. */
function findSocketUser(backend: Backend, headers: Headers): UserRow | null {
  const session = findSessionInHeaders(backend, headers, backend.clock.now());
  return session && findUser(backend.db, session.user_id);
}

/** Makes the socket that of `user`, with the subscriptions that they may have. Returns the first frame. */
function connect(
  backend: Backend,
  socket: WebSocket,
  user: UserRow | null,
  requested: Omit<Subscription, "id">[],
): unknown {
  const userId = user?.id ?? null;
  const subscriptions = requested
    .filter(({ channels }) => userChannels(channels, userId).length > 0)
    .map((each) => ({ id: uniqueId(backend.clock.now()), ...each }));
  const messages = { count: 0, since: backend.clock.now().getTime() };
  writeAttachment(socket, { userId, roles: socketRoles(user), subscriptions, messages });
  const channels = [...new Set(subscriptions.flatMap((each) => userChannels(each.channels, userId)))];
  const ids = subscriptions.map(({ id }) => id);
  return { type: "connected", data: { channels, subscriptions: ids, user: user && userModel(backend.db, user) } };
}

function socketRoles(user: UserRow | null): string[] {
  return rolesOf(user ? { kind: "user", user, session: null, hasNewAccessDate: false } : { kind: "guest" });
}

/** Counts a message. Returns false when there were too many within a minute. */
function countMessage(socket: WebSocket, now: Date): boolean {
  const attachment = readAttachment(socket);
  const isOver = now.getTime() - attachment.messages.since >= MESSAGE_WINDOW_MILLISECONDS;
  const messages = isOver ? { count: 1, since: now.getTime() } : { ...attachment.messages };
  if (!isOver) messages.count += 1;
  writeAttachment(socket, { ...attachment, messages });
  return messages.count <= MESSAGES_MAX;
}

/** The frame that answers a message. Throws an AppwriteError for an invalid one. */
function handleMessage(backend: Backend, socket: WebSocket, type: unknown, data: unknown): unknown {
  switch (type) {
    case "ping":
      return { type: "pong" };
    case "authentication":
      return respondTo(type, { user: authenticate(backend, socket, data) });
    case "subscribe":
      return respondTo(type, { subscriptions: subscribe(backend, socket, data) });
    case "unsubscribe":
      return respondTo(type, { subscriptions: unsubscribe(socket, data) });
    default:
      throw new AppwriteError("general_argument_invalid");
  }
}

function respondTo(type: string, data: Record<string, unknown>): unknown {
  return { type: "response", data: { to: type, success: true, ...data } };
}

/** Makes the socket that of the session's user, whom it returns. */
function authenticate(backend: Backend, socket: WebSocket, data: unknown): unknown {
  const value = isObject(data) && typeof data.session === "string" ? data.session : "";
  const session = findEncodedSession(backend, value, backend.clock.now());
  const user = session && findUser(backend.db, session.user_id);
  if (!user) throw new AppwriteError("user_unauthorized");
  writeAttachment(socket, { ...readAttachment(socket), userId: user.id, roles: socketRoles(user) });
  return userModel(backend.db, user);
}

/** Adds subscriptions, or replaces those with the same id. */
function subscribe(backend: Backend, socket: WebSocket, data: unknown): unknown {
  const attachment = readAttachment(socket);
  const added = parseMessage(data, () => uniqueId(backend.clock.now()));
  const others = attachment.subscriptions.filter(({ id }) => !added.some((each) => each.id === id));
  writeAttachment(socket, { ...attachment, subscriptions: [...others, ...added] });
  return added.map(({ id, channels, queries }) => ({
    subscriptionId: id,
    channels: userChannels(channels, attachment.userId),
    queries: queries.map(formatQuery),
  }));
}

function unsubscribe(socket: WebSocket, data: unknown): unknown {
  const attachment = readAttachment(socket);
  const ids = parseUnsubscribe(data);
  const subscriptions = attachment.subscriptions.filter(({ id }) => !ids.includes(id));
  writeAttachment(socket, { ...attachment, subscriptions });
  return ids.map((id) => ({
    subscriptionId: id,
    removed: attachment.subscriptions.some((each) => each.id === id),
  }));
}

function send(socket: WebSocket, frame: unknown): void {
  try {
    socket.send(JSON.stringify(frame));
  } catch (error) {
    // The socket has closed meanwhile.
    console.warn(JSON.stringify({ message: "realtime frame not sent", reason: String(error) }));
  }
}

function sendError(socket: WebSocket, code: number, message: string): void {
  send(socket, { type: "error", data: { code, message } });
}

function readAttachment(socket: WebSocket): Attachment {
  return socket.deserializeAttachment();
}

/** Throws general_argument_invalid for subscriptions that are too large: workerd keeps 16 KiB for each socket. */
function writeAttachment(socket: WebSocket, attachment: Attachment): void {
  try {
    socket.serializeAttachment(attachment);
  } catch (error) {
    throw new AppwriteError("general_argument_invalid", `The subscriptions cannot be kept: ${String(error)}`);
  }
}
