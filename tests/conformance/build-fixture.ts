// Builds a fixture from recorded requests and responses of a real Appwrite. Values that vary between servers or runs become
// placeholders, secrets are removed, and equal sets of headers are stored once.
// Run: node tests/conformance/build-fixture.ts <transcripts.json> [<group>]
// A group consists of the recordings whose names start with it, such as `edge`. It has its own fixture.
import { readFileSync, writeFileSync } from "node:fs";
import { STEP_MILLISECONDS, totpCode } from "../support/totp.ts";
import {
  type Fixture,
  fixturePath,
  type Json,
  type RecordedBody,
  type RecordedFrames,
  type Recording,
  type SocketCall,
  type SocketStep,
} from "./fixture.ts";

interface Transcript {
  name: string;
  description: string;
  request: { method: string; path: string; headers: Record<string, string>; body?: Json };
  response: { status: number; headers: [string, string][]; body?: Json };
}

/** The recorder put these numbers into ids and addresses, one for each run. A replay has its own numbers. */
const RUN_NUMBERS =
  /263246|263113|263369|263481|263487|263492|263525|263621|262885|264160|264167|264173|380395|380565|380614|380410|896081|379819|379984/g;
const LONG_RUN_NUMBERS = /5268304/g;
/** Headers of the connection, and debug headers of the recorded server. */
const DROPPED_REQUEST_HEADERS = ["upgrade", "connection", "content-length"];
const DROPPED_RESPONSE_HEADERS = ["x-peak", "x-debug-operations", "transfer-encoding", "upgrade"];
/** Recordings of lists that contain objects from earlier runs of the recorder, so that `total` varies. */
const HAS_LEFTOVERS =
  /^(doc-list-(no-queries|nonindexed|order|select|limit-too-big|total-false|post-method)|file-list|origin-not-allowed-with-key|edge-logs)/;
/** Recordings of calls with an API key that has the scope `documents.read` only. */
const HAS_RESTRICTED_KEY = /^(key-missing-scope|tables-row-\w+-key)$/;
const IS_RATE_LIMIT = /^(ratelimit-|edge-ratelimit-sessions?-delete-|mfa-ratelimit-challenge-)/;
/** Codes of an authenticator or a mail that are wrong whatever the secret. */
const WRONG_CODES = ["000000", "123456"];
/** Recordings for which the recorder stored only some of the response's headers. */
const HAS_SOME_HEADERS = /^edge-phone-(key-|(same|new)-after-key)/;
/** The recorder stored the body of this call after it had changed it for a later call. These properties were sent. */
const BODY_CORRECTIONS: Record<string, Record<string, Json>> = {
  "edge-bucket-create": { bucketId: "edk{{run}}", enabled: true },
};

/** The recordings whose responses have the sessions of those who make calls while a socket is open. */
const SESSIONS: Record<string, string> = { "A, S2": "rt-setup-session-2", "C, S2": "rt-more-setup-session-2" };
/** A call was noted when its response came. The events that it caused came up to this long before. */
const ACTION_MILLISECONDS = 100;
/** This socket was recorded beside another one, whose recording has the call. */
const LATER_ACTIONS: Record<string, RecordedAction[]> = {
  "rt-event-password-own": [
    {
      at: "2026-11-22T20:41:20.303+00:00",
      method: "PATCH",
      path: "/v1/account/name",
      body: { name: "Asha X" },
      status: 200,
      by: "A, S2",
    },
  ],
};
const CHUNK_BYTES = 5 * 1024 * 1024;
/** The recorder did not store the headers of these calls. */
const CHUNK_HEADERS: Record<string, Record<string, string>[]> = {
  "rt-event-file-chunks": [0, 1].map((index) => ({
    "Content-Range": `bytes ${index * CHUNK_BYTES}-${(index + 1) * CHUNK_BYTES - 1}/${2 * CHUNK_BYTES}`,
    "X-Appwrite-ID": "rtf{{run}}c",
  })),
};

const numbers = new Map<string, number>();
const requestHeaderSets: Record<string, string>[] = [];
const responseHeaderSets: [string, string][][] = [];

/** The index of `value` in `table`. Adds it if it is missing. */
function indexIn<Value>(table: Value[], value: Value): number {
  const text = JSON.stringify(value);
  const index = table.findIndex((each) => JSON.stringify(each) === text);
  return index === -1 ? table.push(value) - 1 : index;
}

const sessionUsers: Record<string, string> = {};
/** The secrets of authenticators, with their placeholders. */
const totpSecrets = new Map<string, string>();
/** When the newest object so far was created, in milliseconds since 1970: about the time of the recording. */
let recordedTime = 0;

/** The numbered placeholder of a value, the same for each occurrence. */
function numbered(kind: string, value: string): string {
  const key = `${kind}:${value}`;
  const number = numbers.get(key) ?? [...numbers.keys()].filter((each) => each.startsWith(`${kind}:`)).length + 1;
  numbers.set(key, number);
  return `{{${kind}:${number}}}`;
}

function readSession(value: string): { id: string; secret: string } | null {
  try {
    const parsed = JSON.parse(Buffer.from(decodeURIComponent(value), "base64").toString());
    return typeof parsed.id === "string" && typeof parsed.secret === "string" ? parsed : null;
  } catch {
    return null;
  }
}

function insertPlaceholders(text: string): string {
  const withSessions = text.replace(/[A-Za-z0-9+/%]{300,}={0,2}/g, (value) => {
    const session = readSession(value);
    if (!session) return value;
    const placeholder = numbered("session", decodeURIComponent(value));
    sessionUsers[placeholder] = insertPlaceholders(session.id);
    return placeholder;
  });
  const withTotpSecrets = withSessions.replace(/\b[A-Z2-7]{103}\b/g, (value) => {
    const placeholder = numbered("totpSecret", value);
    totpSecrets.set(value, placeholder);
    return placeholder;
  });
  return withTotpSecrets
    .replace(/eyJ0eXAi[\w-]+\.[\w-]+\.[\w-]+/g, (value) => numbered("jwt", value))
    .replace(/\b(?!(?:ab|a1){128}\b)[0-9a-f]{256}\b/g, (value) => numbered("secret", value))
    .replace(/(?:\b|(?<=%22))6b0[13][0-9a-f]{16}/g, (value) => numbered("id", value))
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00(?<!2020-01-01T00:00:00\.000\+00:00)/g, "{{date}}")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/g, "{{databaseDate}}")
    .replace(/expires=\w+, \d\d-\w+-20\d\d [\d:]+ GMT/g, "expires={{cookieDate}}")
    .replace("service.127.0.0.1", "service.{{host}}")
    .replace(RUN_NUMBERS, "{{run}}")
    .replace(LONG_RUN_NUMBERS, "{{longRun}}");
}

/** The placeholder for a property that varies, or undefined. */
function placeholderForProperty(name: string, value: Json, entry: string): Json | undefined {
  if (name === "signature" && value !== "") return "{{md5}}";
  if (name === "phrase" && value !== "") return "{{phrase}}";
  if (name === "$sequence") return typeof value === "number" ? "{{number}}" : "{{digits}}";
  if (name === "ip") return "{{ip}}";
  if (name === "ping") return "{{number}}";
  if (name === "password" && typeof value === "string" && value.startsWith("$argon2")) return "{{hash}}";
  if (name === "hash") return "{{word}}";
  if (name === "hashOptions") return "{{object}}";
  if (name === "secret" && typeof value === "string" && /^[0-9a-f]{64}$/.test(value)) return "{{sha256}}";
  const isCode = name === "secret" && typeof value === "string" && /^[0-9a-f]{6}$/.test(value) && value !== "000000";
  if (isCode) return numbered("code", value);
  if (name === "recoveryCodes" && Array.isArray(value)) {
    return value.map((code) => numbered("recoveryCode", String(code)));
  }
  if (name === "total" && HAS_LEFTOVERS.test(entry)) return "{{number}}";
  return undefined;
}

function responseJson(value: Json, entry: string): Json {
  if (typeof value === "string") return insertPlaceholders(value);
  if (Array.isArray(value)) return value.map((item) => responseJson(item, entry));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => {
      if (isListOfModels(property)) return [name, { _each: shapeOf(property) }];
      return [name, placeholderForProperty(name, property, entry) ?? responseJson(property, entry)];
    }),
  );
}

/** Models have an id, except for the entries of a log. */
function isListOfModels(value: Json): value is Record<string, Json>[] {
  const isModel = (item: Json) => item !== null && typeof item === "object" && ("$id" in item || "event" in item);
  return Array.isArray(value) && value.some(isModel);
}

/** The properties of a list's items, as placeholders for their types. */
function shapeOf(items: Record<string, Json>[]): Record<string, Json> {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return Object.fromEntries(
    names.map((name) => {
      const types = new Set(items.map((item) => typeName(item[name] ?? null)));
      // An attribute that is null in every item can have any type.
      if (types.size === 1 && types.has("null")) return [name, "{{any}}"];
      return [name, types.has("null") ? "{{any}}" : `{{${[...types].join("|")}}}`];
    }),
  );
}

function typeName(value: Json): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function responseBody({ name, response }: Transcript): RecordedBody {
  const { body = null } = response;
  const type = response.headers.find(([header]) => header.toLowerCase() === "content-type")?.[1] ?? "";
  if (type.startsWith("text/html")) return body === null ? { kind: "empty" } : { kind: "html" };
  if (body !== null && typeof body === "object" && "_websocketFrames" in body) {
    return socketBody(name, body as unknown as RecordedSocket);
  }
  if (body !== null && typeof body === "object" && "_binary" in body) {
    return { kind: "bytes", length: Number((body as Record<string, Json>).length) };
  }
  if (typeof body === "string") {
    return type.startsWith("text/plain") ? { kind: "text", value: body } : { kind: "bytes", length: body.length };
  }
  return body === null ? { kind: "empty" } : { kind: "json", value: responseJson(body, name) };
}

/** A socket's body, as the recorder stored it. */
interface RecordedSocket {
  _websocketFrames: Json[];
  /** When each frame arrived. */
  _websocketTimes?: string[];
  _websocketSent?: { at: string; frame: Json }[];
  _websocketActions?: RecordedAction[];
  _websocketClose?: Json;
}

interface RecordedAction {
  at: string;
  method: string;
  path: string;
  body: Json;
  status: number;
  by: string;
}

function socketBody(name: string, socket: RecordedSocket): RecordedFrames {
  const value = responseJson(socket._websocketFrames, name);
  const steps = socketSteps(name, socket);
  return {
    kind: "frames",
    value,
    ...(steps.length > 0 && { steps }),
    ...(socket._websocketClose !== undefined && { isClosed: socket._websocketClose !== null }),
  };
}

function socketSteps(name: string, socket: RecordedSocket): SocketStep[] {
  const { _websocketTimes: times = [], _websocketSent: sent = [], _websocketActions: actions = [] } = socket;
  const framesBefore = (time: number) => times.filter((each) => Date.parse(each) < time).length;
  const messages = sent.map(({ at, frame }) => ({ time: Date.parse(at), step: { send: frameToSend(frame) } }));
  const calls = [...actions, ...(LATER_ACTIONS[name] ?? [])].map((action, index) => ({
    time: Date.parse(action.at) - ACTION_MILLISECONDS,
    step: { call: socketCall(name, index, action) },
  }));
  return [...messages, ...calls]
    .toSorted((a, b) => a.time - b.time)
    .map(({ time, step }) => ({ after: framesBefore(time), ...step }));
}

/** A session in a message may be URL-encoded, as in a header. */
function frameToSend(frame: Json): Json {
  if (frame === null || typeof frame !== "object" || !("data" in frame)) return frame;
  const { data } = frame;
  if (data === null || typeof data !== "object" || !("session" in data)) return insertPlaceholdersDeep(frame);
  const session = String(data.session);
  const text = markSessionEncoding("X-Appwrite-Session", session, insertPlaceholders(session));
  return { ...frame, data: { session: text } };
}

function socketCall(name: string, index: number, { method, path, body, status, by }: RecordedAction): SocketCall {
  const headers = CHUNK_HEADERS[name]?.[index];
  const encoded = requestBody(body);
  return {
    method,
    path: insertPlaceholders(path),
    ...(headers && { headers }),
    ...(encoded && { body: encoded }),
    as: callerOf(name, by),
    status,
  };
}

/** Who made a call while a socket was open. The recorder described them in words. */
function callerOf(name: string, by: string): SocketCall["as"] {
  if (by === "server key") return "key";
  if (by === "guest" || by === "A, third device") return "guest";
  if (by === "A, S3") return "opened";
  const source = by.endsWith(" itself")
    ? JSON.stringify(transcripts.find((each) => each.name === name)?.request.headers)
    : JSON.stringify(transcripts.find((each) => each.name === SESSIONS[by])?.response.headers);
  const placeholder = /\{\{session:\d+\}\}/.exec(insertPlaceholders(source))?.[0];
  if (placeholder === undefined) throw new Error(`${name}: no session of "${by}"`);
  return placeholder as SocketCall["as"];
}

function requestBody(body: Json = null): Recording["request"]["body"] {
  if (body === null) return undefined;
  if (typeof body !== "object" || Array.isArray(body) || !("_multipart" in body)) {
    return typeof body === "string" ? { text: insertPlaceholders(body) } : { json: requestJson(body) };
  }
  const multipart = body._multipart as Record<string, Json>;
  const file = multipart.file as Record<string, Json> | null;
  const fields = (multipart.fields ?? fieldsFromProperties(multipart)) as [string, string][];
  return {
    fields: fields.map(([name, value]): [string, string] => [name, insertPlaceholders(value)]),
    file: file && {
      field: String(file.field ?? "file"),
      filename: String(file.filename),
      type: String(
        file.contentType ?? (String(file.filename).endsWith(".pdf") ? "application/pdf" : "application/zip"),
      ),
      size: Number(file.size ?? file.length),
      ...(typeof file.header === "string" && { disposition: file.header }),
    },
  };
}

/** Later versions of the recorder store form fields as properties. */
function fieldsFromProperties(multipart: Record<string, Json>): [string, string][] {
  return Object.entries(multipart)
    .filter(([name]) => name !== "file")
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((item): [string, string] => [name, String(item)])
        : [[name, String(value)] as [string, string]],
    );
}

/** Passwords in requests stay as they are. Codes from e-mails become placeholders. */
function requestJson(body: Json): Json {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const isCode = name === "secret" && typeof value === "string" && /^[0-9a-f]{6}$/.test(value);
      if (isCode && value !== "000000") return [name, numbered("code", value)];
      if (name === "otp" && typeof value === "string") return [name, placeholderForOtp(value)];
      return [name, insertPlaceholdersDeep(value)];
    }),
  );
}

/** The placeholder of an authenticator's code, of a recovery code or of a mailed code. A wrong code stays as it is. */
function placeholderForOtp(value: string): string {
  if (numbers.has(`recoveryCode:${value}`)) return numbered("recoveryCode", value);
  if (!/^\d{6}$/.test(value) || WRONG_CODES.includes(value)) return value;
  for (const [secret, placeholder] of totpSecrets) {
    const name = placeholder.replace("totpSecret", "totp");
    if (value === totpCode(secret, recordedTime)) return name;
    if (value === totpCode(secret, recordedTime - STEP_MILLISECONDS)) return name.replace("}}", ".previous}}");
    if (value === totpCode(secret, recordedTime + STEP_MILLISECONDS)) return name.replace("}}", ".next}}");
  }
  return numbered("code", value);
}

function insertPlaceholdersDeep(value: Json): Json {
  if (typeof value === "string") return insertPlaceholders(value);
  if (Array.isArray(value)) return value.map(insertPlaceholdersDeep);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, insertPlaceholdersDeep(property)]));
}

function requestHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !DROPPED_REQUEST_HEADERS.includes(name.toLowerCase()));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (name === "X-Appwrite-Key" && value === "<API_KEY>") return [name, "{{apiKey}}"];
      if (name === "Content-Type" && value.startsWith("multipart/form-data")) return [name, "multipart/form-data"];
      return [name, markSessionEncoding(name, value, insertPlaceholders(value))];
    }),
  );
}

/** Sessions are URL-encoded in cookies and not in headers. Where it was the other way round, the placeholder says so. */
function markSessionEncoding(name: string, value: string, text: string): string {
  const mark = (encoding: string) => text.replace(/\{\{(session:\d+)\}\}/g, `{{$1.${encoding}}}`);
  if (name === "Cookie" && /=[A-Za-z0-9+/]{300,}=/.test(value)) return mark("decoded");
  if (name === "X-Appwrite-Session" && /^[A-Za-z0-9+/%]{300,}%3D$/.test(value)) return mark("encoded");
  return text;
}

function responseHeaders({ name, response }: Transcript): [string, string][] {
  return response.headers
    .filter(([header]) => !DROPPED_RESPONSE_HEADERS.includes(header.toLowerCase()))
    .filter(([header]) => !header.toLowerCase().startsWith("sec-websocket"))
    .map(([header, value]): [string, string] => {
      const lower = header.toLowerCase();
      if (lower === "x-ratelimit-reset") return [lower, "{{epoch}}"];
      // The number depends on earlier calls, which only the recordings of rate limits replay completely.
      if (lower === "x-ratelimit-remaining" && !IS_RATE_LIMIT.test(name)) return [lower, "{{digits}}"];
      return [lower, insertPlaceholders(value)];
    });
}

function noteTime(body: Json = null): void {
  for (const [, date = ""] of JSON.stringify(body).matchAll(/"\$createdAt":"([^"]+)"/g)) {
    recordedTime = Math.max(recordedTime, Date.parse(date));
  }
}

function toRecording(transcript: Transcript): Recording {
  const { name, description, request } = transcript;
  noteTime(transcript.response.body);
  const headers = requestHeaders(request.headers);
  if (HAS_RESTRICTED_KEY.test(name)) headers["X-Appwrite-Key"] = "{{restrictedApiKey}}";
  const body = requestBody(request.body);
  if (body && "json" in body) Object.assign(body.json as Record<string, Json>, BODY_CORRECTIONS[name]);
  return {
    name,
    description,
    request: {
      method: request.method,
      path: insertPlaceholders(request.path),
      headers: indexIn(requestHeaderSets, headers),
      ...(body && { body }),
    },
    response: {
      status: transcript.response.status,
      headers: indexIn(responseHeaderSets, responseHeaders(transcript)),
      ...(HAS_SOME_HEADERS.test(name) && { hasSomeHeaders: true }),
      body: responseBody(transcript),
    },
  };
}

/** JSON with one recording per line, for readable diffs. */
function formatFixture(fixture: Fixture): string {
  const properties = Object.entries(fixture).map(([name, property]) => {
    if (!Array.isArray(property)) return `"${name}": ${JSON.stringify(property)}`;
    return `"${name}": [\n${property.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
  });
  return `{\n${properties.join(",\n")}\n}\n`;
}

const [source, group] = process.argv.slice(2);
if (source === undefined) {
  console.error("Usage: node tests/conformance/build-fixture.ts <transcripts.json> [<group>]");
  process.exit(1);
}
const transcripts: Transcript[] = JSON.parse(readFileSync(source, "utf8"));
const isInGroup = ({ name }: Transcript) => group === undefined || name.startsWith(`${group}-`);
const recordings = transcripts.filter(isInGroup).map(toRecording);
const target = fixturePath(group);
writeFileSync(target, formatFixture({ sessionUsers, requestHeaderSets, responseHeaderSets, recordings }));
console.log(`${recordings.length} recordings written to ${target}`);
