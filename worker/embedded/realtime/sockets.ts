// The realtime endpoint: hibernating WebSockets, their subscriptions and messages.
import { userModel } from "../account/models";
import type { Backend } from "../backend";
import { type Caller, findEncodedSession, identify, rolesOf } from "../http/caller";
import { originError } from "../http/origin";
import type { Row } from "../http/queries";
import { isObject, parseJson } from "../http/rules";
import { isoDate } from "../project/clock";
import { uniqueId } from "../project/ids";
import { PROJECT_ID } from "../project/project";
import { listPlatformHosts } from "../store/platforms";
import { findUser } from "../store/users";
import type { RealtimeEvent } from "./events";

interface Subscription {
  id: string;
  channels: string[];
}

/** A socket's state, which survives hibernation. */
interface Attachment {
  userId: string | null;
  roles: string[];
  subscriptions: Subscription[];
}

const POLICY_VIOLATION = 1008;

export class Sockets {
  readonly #state: DurableObjectState;

  constructor(state: DurableObjectState) {
    this.#state = state;
  }

  /** Upgrades the request. With a foreign origin the socket gets an error and is closed. */
  open(backend: Backend, request: Request): Response {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      return new Response("Expected a WebSocket upgrade.", { status: 426, headers: { Upgrade: "websocket" } });
    }
    const url = new URL(request.url);
    const { 0: client, 1: server } = new WebSocketPair();
    const origin = request.headers.get("origin");
    const isKnownProject = [null, PROJECT_ID].includes(url.searchParams.get("project"));
    const error = origin === null ? null : originError(origin, isKnownProject ? listPlatformHosts(backend.db) : []);
    if (error !== null) {
      server.accept();
      server.send(JSON.stringify({ type: "error", data: { code: POLICY_VIOLATION, message: error } }));
      server.close(POLICY_VIOLATION, "Policy violation");
      return new Response(null, { status: 101, webSocket: client });
    }
    this.#state.acceptWebSocket(server);
    this.#sendConnected(backend, server, identifyOrGuest(backend, request), requestedChannels(url));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Handles a message from a client. */
  receive(backend: Backend, socket: WebSocket, message: string | ArrayBuffer): void {
    const frame = typeof message === "string" ? parseJson(message) : undefined;
    const { type, data } = isObject(frame) ? frame : {};
    if (type === "ping") send(socket, { type: "pong" });
    else if (type === "authentication") this.#authenticate(backend, socket, data);
    else if (type === "subscribe") subscribe(socket, data, backend.clock.now());
    else if (type === "unsubscribe") unsubscribe(socket, data);
    else sendError(socket, isObject(frame) ? "Message type is not valid." : "Message format is not valid.");
  }

  /** Sends the event to each socket that has one of its roles and subscribes to one of its channels. */
  publish(event: RealtimeEvent, now: Date): void {
    for (const socket of this.#state.getWebSockets()) {
      const { roles, subscriptions } = readAttachment(socket);
      if (!event.roles.some((role) => roles.includes(role))) continue;
      const matching = subscriptions.filter(({ channels }) =>
        channels.some((channel) => event.channels.includes(channel)),
      );
      if (matching.length === 0) continue;
      const { events, channels, payload } = event;
      const data = { events, channels, timestamp: isoDate(now), payload, subscriptions: matching.map(({ id }) => id) };
      send(socket, { type: "event", data });
    }
  }

  #sendConnected(backend: Backend, socket: WebSocket, caller: Caller, requested: string[]): void {
    const userId = caller.kind === "user" ? caller.user.id : null;
    const channels = withUserChannel(requested, userId);
    const id = uniqueId(backend.clock.now());
    const subscriptions = requested.length > 0 ? [{ id, channels }] : [];
    writeAttachment(socket, { userId, roles: rolesOf(caller), subscriptions });
    const user = caller.kind === "user" ? userModel(backend.db, caller.user) : null;
    send(socket, { type: "connected", data: { channels, subscriptions: subscriptions.map((each) => each.id), user } });
  }

  #authenticate(backend: Backend, socket: WebSocket, data: unknown): void {
    const value = isObject(data) && typeof data.session === "string" ? data.session : "";
    const session = findEncodedSession(backend, value, backend.clock.now());
    const user = session ? findUser(backend.db, session.user_id) : null;
    if (!session || !user || user.status === 0) {
      sendError(socket, "Session is not valid.");
      return;
    }
    const attachment = readAttachment(socket);
    const subscriptions = attachment.subscriptions.map(({ id, channels }) => ({
      id,
      channels: withUserChannel(channels, user.id),
    }));
    const roles = rolesOf({ kind: "user", user, session, hasNewAccessDate: false });
    writeAttachment(socket, { userId: user.id, roles, subscriptions });
    const response = { to: "authentication", success: true, user: userModel(backend.db, user) };
    send(socket, { type: "response", data: response });
  }
}

/** A wrong key or a blocked user makes a guest, since a WebSocket has no status for errors. */
function identifyOrGuest(backend: Backend, request: Request): Caller {
  try {
    return identify(backend, request.headers, backend.clock.now());
  } catch (error) {
    console.warn(JSON.stringify({ message: "realtime caller not identified", reason: String(error) }));
    return { kind: "guest" };
  }
}

function subscribe(socket: WebSocket, data: unknown, now: Date): void {
  const attachment = readAttachment(socket);
  const rows = Array.isArray(data) ? data.filter(isObject) : [];
  const added = rows.map((row): Subscription => {
    const channels = Array.isArray(row.channels) ? row.channels.filter((entry) => typeof entry === "string") : [];
    const id = typeof row.subscriptionId === "string" ? row.subscriptionId : uniqueId(now);
    return { id, channels: withUserChannel(channels, attachment.userId) };
  });
  const kept = attachment.subscriptions.filter(({ id }) => !added.some((each) => each.id === id));
  writeAttachment(socket, { ...attachment, subscriptions: [...kept, ...added] });
  const subscriptions = added.map(({ id, channels }) => ({ subscriptionId: id, channels }));
  send(socket, { type: "response", data: { to: "subscribe", success: true, subscriptions } });
}

function unsubscribe(socket: WebSocket, data: unknown): void {
  const attachment = readAttachment(socket);
  const ids = (Array.isArray(data) ? data.filter(isObject) : []).map((row): Row[string] => row.subscriptionId);
  const subscriptions = attachment.subscriptions.filter(({ id }) => !ids.includes(id));
  writeAttachment(socket, { ...attachment, subscriptions });
  send(socket, { type: "response", data: { to: "unsubscribe", success: true } });
}

/** A user who subscribes to `account` also subscribes to `account.<id>`. */
function withUserChannel(channels: readonly string[], userId: string | null): string[] {
  const own = userId !== null && channels.includes("account") ? [`account.${userId}`] : [];
  return [...new Set([...channels, ...own])];
}

function requestedChannels(url: URL): string[] {
  return [...url.searchParams].flatMap(([name, value]) => (/^channels\[\d*\]$/.test(name) ? [value] : []));
}

function send(socket: WebSocket, frame: unknown): void {
  try {
    socket.send(JSON.stringify(frame));
  } catch (error) {
    // The socket has closed meanwhile.
    console.warn(JSON.stringify({ message: "realtime frame not sent", reason: String(error) }));
  }
}

function sendError(socket: WebSocket, message: string): void {
  send(socket, { type: "error", data: { code: 1003, message } });
}

function readAttachment(socket: WebSocket): Attachment {
  return socket.deserializeAttachment();
}

function writeAttachment(socket: WebSocket, attachment: Attachment): void {
  socket.serializeAttachment(attachment);
}
