// Replays every recording against a server, in order, and compares the responses.
import { randomInt } from "node:crypto";
import { waitForSteadyCode } from "../support/totp.ts";
import { encodeBody, openSocket, type Socket, send } from "./client.ts";
import { type ActualResponse, bindPlaceholders, compare } from "./compare.ts";
import type { Fixture, Json, RecordedFrames, Recording, SocketCall } from "./fixture.ts";
import { Placeholders } from "./placeholders.ts";
import { PRECONDITIONS, type Replay } from "./preconditions.ts";
import { EDGE_PRECONDITIONS } from "./preconditions-edge.ts";
import { MFA_PRECONDITIONS } from "./preconditions-mfa.ts";
import { CALL_PRECONDITIONS, REALTIME_PRECONDITIONS } from "./preconditions-realtime.ts";
import type { Target } from "./target.ts";

export interface Result {
  name: string;
  differences: string[];
}

/** What a realtime recording does once its socket is connected. */
const SOCKET_ACTIONS: Record<string, (replay: Replay, socket: Socket) => Promise<void> | void> = {
  "realtime-cookie-account": async ({ target, placeholders }) => {
    await target.call("PATCH", "/account/name", { session: placeholders.get("{{session:32}}"), body: { name: "RT2" } });
  },
  "realtime-auth-message": ({ placeholders }, socket) =>
    socket.send({ type: "authentication", data: { session: placeholders.get("{{session:32}}") } }),
  "realtime-ping": (_, socket) => socket.send({ type: "ping" }),
  "realtime-document-event": async ({ target, placeholders }) => {
    const data = { id: placeholders.get("{{id:69}}"), Email: placeholders.fill("rt{{run}}@example.org") };
    const session = placeholders.get("{{session:32}}");
    const body = { documentId: "unique()", data };
    await target.call("POST", "/databases/main/collections/users/documents", { session, body });
  },
};

const ALL_PRECONDITIONS = { ...PRECONDITIONS, ...EDGE_PRECONDITIONS, ...MFA_PRECONDITIONS, ...REALTIME_PRECONDITIONS };

/** Replays every recording, even after differences or errors. */
export async function replayAll(fixtures: Fixture[], target: Target): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, fixture] of fixtures.entries()) results.push(...(await replayFixture(fixture, index, target)));
  return results;
}

async function replayFixture(fixture: Fixture, index: number, target: Target): Promise<Result[]> {
  const { apiKey, restrictedApiKey } = target.settings;
  const placeholders = new Placeholders({
    apiKey,
    restrictedApiKey,
    host: target.endpoint.hostname,
    run: String(randomInt(100_000, 1_000_000)),
    longRun: String(randomInt(1_000_000, 10_000_000)),
    fixture: String(index),
  });
  const recordings = new Map(fixture.recordings.map((recording) => [recording.name, recording]));
  const perform = (recording: Recording, replay: Replay) =>
    recording.response.body.kind === "frames"
      ? replaySocket(fixture, recording, recording.response.body, replay)
      : replayRequest(fixture, recording, replay);
  const replay: Replay = {
    target,
    placeholders,
    async repeat(name) {
      const recording = recordings.get(name);
      if (!recording) throw new Error(`No recording is called ${name}`);
      const email = `again${randomInt(1_000_000_000)}@example.org`;
      await perform(recording.name.includes("account-create") ? withEmail(recording, email) : recording, replay);
    },
  };
  const results: Result[] = [];
  for (const recording of fixture.recordings) {
    results.push({ name: recording.name, differences: await replayOne(fixture, recording, replay, perform) });
  }
  return results;
}

async function replayOne(
  fixture: Fixture,
  recording: Recording,
  replay: Replay,
  perform: (recording: Recording, replay: Replay) => Promise<ActualResponse>,
): Promise<string[]> {
  try {
    await ALL_PRECONDITIONS[recording.name]?.(replay);
    return compare(fixture, recording, await perform(recording, replay), replay.placeholders);
  } catch (error) {
    return [`replay failed: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function replayRequest(fixture: Fixture, recording: Recording, replay: Replay): Promise<ActualResponse> {
  const { target, placeholders } = replay;
  const { method, path, body } = recording.request;
  if (JSON.stringify(body ?? null).includes("{{totp:")) await waitForSteadyCode();
  const { bytes, contentType } = encodeBody(body, placeholders);
  const headers = requestHeaders(fixture, recording, replay);
  if (contentType) headers["Content-Type"] = contentType;
  return send(target.endpoint, { method, path: encodePath(placeholders.fill(path)), headers, body: bytes });
}

/** The recorded headers, and a client address for each recording, so that they do not share rate limits. */
function requestHeaders(fixture: Fixture, recording: Recording, { placeholders }: Replay): Record<string, string> {
  const recorded = fixture.requestHeaderSets[recording.request.headers] ?? {};
  const headers: Record<string, string> = { "X-Forwarded-For": clientAddressOf(fixture, recording.name, placeholders) };
  for (const [name, value] of Object.entries(recorded)) {
    headers[name] = name === "Cookie" ? fillCookie(value, placeholders) : placeholders.fill(value);
  }
  return headers;
}

function fillCookie(cookie: string, placeholders: Placeholders): string {
  return placeholders.fill(cookie.replace(/\{\{(session:\d+)\}\}/g, "{{$1.encoded}}"));
}

/** Recordings of the same rate limit share an address. Every run has its own addresses. */
function clientAddressOf(fixture: Fixture, name: string, placeholders: Placeholders): string {
  const prefix = rateLimitPrefix(name) ?? name;
  const index = fixture.recordings.findIndex((recording) => recording.name.startsWith(prefix));
  const network = Number(placeholders.get("{{fixture}}")) * 16 + Math.floor(index / 250);
  return `10.${Number(placeholders.get("{{run}}")) % 250}.${network}.${(index % 250) + 1}`;
}

/** The common prefix of the recordings of one rate limit; null for any other recording. */
function rateLimitPrefix(name: string): string | null {
  if (name.startsWith("ratelimit-")) return name.replace(/-(\d+|right-password|other-email|with-key)$/, "");
  return /^edge-ratelimit-sessions?-delete-/.exec(name)?.[0] ?? null;
}

/** Percent-encodes spaces and non-ASCII characters, which Node does not allow in a path. */
function encodePath(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, encodeURIComponent);
}

function withEmail(recording: Recording, email: string): Recording {
  const body = recording.request.body;
  if (!body || !("json" in body)) return recording;
  const json: Json = { ...(body.json as Record<string, Json>), email };
  return { ...recording, request: { ...recording.request, body: { json } } };
}

async function replaySocket(
  fixture: Fixture,
  recording: Recording,
  recorded: RecordedFrames,
  replay: Replay,
): Promise<ActualResponse> {
  const { target, placeholders } = replay;
  const headers = requestHeaders(fixture, recording, replay);
  delete headers.Host;
  const url = new URL(placeholders.fill(recording.request.path), target.settings.realtimeEndpoint);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = await openSocket(url.href, headers);
  try {
    await socket.waitForFrames(1);
    await SOCKET_ACTIONS[recording.name]?.(replay, socket);
    const differences = await replaySteps(fixture, recording, recorded, replay, socket);
    await socket.waitForFrames(Array.isArray(recorded.value) ? recorded.value.length : 0);
    const isClosed = recorded.isClosed === undefined ? undefined : await socket.isClosed();
    const { status } = recording.response;
    return { status, headers: [], body: new Uint8Array(), frames: socket.frames, isClosed, differences };
  } finally {
    socket.close();
  }
}

/** Sends the recorded messages and makes the recorded calls. Returns a line for each call with another status. */
async function replaySteps(
  fixture: Fixture,
  { name }: Recording,
  { value, steps = [] }: RecordedFrames,
  replay: Replay,
  socket: Socket,
): Promise<string[]> {
  const { placeholders } = replay;
  const differences: string[] = [];
  let openedSession: string | null = null;
  let calls = 0;
  for (const step of steps) {
    await socket.waitForFrames(step.after);
    bindPlaceholders(value, socket.frames, placeholders);
    if ("send" in step) {
      const isText = typeof step.send === "string";
      socket.send(isText ? step.send : JSON.parse(placeholders.fill(JSON.stringify(step.send))));
      continue;
    }
    const { method, path, status } = step.call;
    await CALL_PRECONDITIONS[`${name}/${calls}`]?.(replay);
    calls += 1;
    const response = await replayCall(fixture, step.call, openedSession, replay);
    openedSession = fallbackSession(response) ?? openedSession;
    if (response.status !== status) differences.push(`${method} ${path}: ${response.status}, recorded ${status}`);
  }
  return differences;
}

async function replayCall(
  fixture: Fixture,
  call: SocketCall,
  openedSession: string | null,
  { target, placeholders }: Replay,
): Promise<ActualResponse> {
  if (JSON.stringify(call.body ?? null).includes("{{totp:")) await waitForSteadyCode();
  const { bytes, contentType = "application/json" } = encodeBody(call.body, placeholders);
  const headers: Record<string, string> = {
    "X-Appwrite-Project": "navarambh",
    "X-Forwarded-For": "198.51.100.8",
    "User-Agent": fixture.requestHeaderSets.find((each) => "User-Agent" in each)?.["User-Agent"] ?? "",
  };
  for (const [name, value] of Object.entries(call.headers ?? {})) headers[name] = placeholders.fill(value);
  if (bytes) headers["Content-Type"] = contentType;
  if (call.as === "key") headers["X-Appwrite-Key"] = target.settings.apiKey;
  else if (call.as === "opened") headers["X-Appwrite-Session"] = String(openedSession);
  else if (call.as !== "guest") headers["X-Appwrite-Session"] = placeholders.get(call.as);
  return send(target.endpoint, { method: call.method, path: placeholders.fill(call.path), headers, body: bytes });
}

/** The session that a response opens, from its header for browsers that block cookies. */
function fallbackSession({ headers }: ActualResponse): string | null {
  const json = headers.find(([name]) => name.toLowerCase() === "x-fallback-cookies")?.[1] ?? "{}";
  return JSON.parse(json).a_session_navarambh ?? null;
}
