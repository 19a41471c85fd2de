// Replays every recording against a server, in order, and says which answers were the same.
import { randomInt } from "node:crypto";
import { encodeBody, openSocket, type Socket, send } from "./client.ts";
import { type Answer, compare } from "./compare.ts";
import type { Fixture, Json, Recording } from "./fixture.ts";
import { PRESUMED_STATE, type Replay } from "./presumed-state.ts";
import type { Target } from "./target.ts";
import { Tokens } from "./tokens.ts";

export interface Result {
  name: string;
  differences: string[];
}

/** What a realtime recording does on its open socket, once it is connected. */
const SOCKET_ACTIONS: Record<string, (replay: Replay, socket: Socket) => Promise<void> | void> = {
  "realtime-cookie-account": async ({ target, tokens }) => {
    await target.call("PATCH", "/account/name", { session: tokens.get("{{session:32}}"), body: { name: "RT2" } });
  },
  "realtime-auth-message": ({ tokens }, socket) =>
    socket.send({ type: "authentication", data: { session: tokens.get("{{session:32}}") } }),
  "realtime-ping": (_, socket) => socket.send({ type: "ping" }),
  "realtime-document-event": async ({ target, tokens }) => {
    const data = { id: tokens.get("{{id:69}}"), Email: tokens.fill("rt{{run}}@example.org") };
    const session = tokens.get("{{session:32}}");
    const body = { documentId: "unique()", data };
    await target.call("POST", "/databases/main/collections/users/documents", { session, body });
  },
};

/** Runs every recording; each is compared, whatever came of those before it. */
export async function replayAll(fixture: Fixture, target: Target): Promise<Result[]> {
  const { apiKey, restrictedApiKey } = target.settings;
  const tokens = new Tokens({
    apiKey,
    restrictedApiKey,
    host: target.endpoint.hostname,
    run: String(randomInt(100_000, 1_000_000)),
    longRun: String(randomInt(1_000_000, 10_000_000)),
  });
  const recordings = new Map(fixture.recordings.map((recording) => [recording.name, recording]));
  const perform = (recording: Recording, replay: Replay) =>
    recording.response.body.kind === "frames"
      ? listen(fixture, recording, replay)
      : sendRecorded(fixture, recording, replay);
  const replay: Replay = {
    target,
    tokens,
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
  perform: (recording: Recording, replay: Replay) => Promise<Answer>,
): Promise<string[]> {
  try {
    await PRESUMED_STATE[recording.name]?.(replay);
    return compare(fixture, recording, await perform(recording, replay), replay.tokens);
  } catch (error) {
    return [`it could not be made: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function sendRecorded(fixture: Fixture, recording: Recording, replay: Replay): Promise<Answer> {
  const { target, tokens } = replay;
  const { method, path, body } = recording.request;
  const { bytes, contentType } = encodeBody(body, tokens);
  const headers = requestHeaders(fixture, recording, replay);
  if (contentType) headers["Content-Type"] = contentType;
  return send(target.endpoint, { method, path: encodePath(tokens.fill(path)), headers, body: bytes });
}

/** The recorded headers; each recording comes from an address of its own, so that no limit is shared. */
function requestHeaders(fixture: Fixture, recording: Recording, { tokens }: Replay): Record<string, string> {
  const recorded = fixture.requestHeaderSets[recording.request.headers] ?? {};
  const headers: Record<string, string> = { "X-Forwarded-For": addressOf(fixture, recording.name, tokens) };
  for (const [name, value] of Object.entries(recorded)) {
    headers[name] = name === "Cookie" ? fillCookie(value, tokens) : tokens.fill(value);
  }
  return headers;
}

function fillCookie(cookie: string, tokens: Tokens): string {
  return cookie.replace(/\{\{session:\d+\}\}/g, (token) => encodeURIComponent(tokens.get(token)));
}

/** Recordings of one limit share an address, and every run has addresses of its own. */
function addressOf(fixture: Fixture, name: string, tokens: Tokens): string {
  const group = name.startsWith("ratelimit-") ? name.replace(/-(\d+|right-password|other-email|with-key)$/, "") : name;
  const index = fixture.recordings.findIndex((recording) => recording.name.startsWith(group));
  return `10.${Number(tokens.get("{{run}}")) % 250}.${Math.floor(index / 250)}.${(index % 250) + 1}`;
}

/** Node refuses characters that a recorded path may hold bare, such as brackets' neighbours. */
function encodePath(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, encodeURIComponent);
}

function withEmail(recording: Recording, email: string): Recording {
  const body = recording.request.body;
  if (!body || !("json" in body)) return recording;
  const json: Json = { ...(body.json as Record<string, Json>), email };
  return { ...recording, request: { ...recording.request, body: { json } } };
}

async function listen(fixture: Fixture, recording: Recording, replay: Replay): Promise<Answer> {
  const { target, tokens } = replay;
  const { body, status } = recording.response;
  const expected = body.kind === "frames" && Array.isArray(body.value) ? body.value.length : 0;
  const headers = requestHeaders(fixture, recording, replay);
  delete headers.Host;
  const url = new URL(tokens.fill(recording.request.path), target.settings.realtimeEndpoint);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = await openSocket(url.href, headers);
  try {
    await socket.until(1);
    await SOCKET_ACTIONS[recording.name]?.(replay, socket);
    await socket.until(expected);
    return { status, headers: [], body: new Uint8Array(), frames: socket.frames };
  } finally {
    socket.close();
  }
}
