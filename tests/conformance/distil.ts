// Distils recorded exchanges with a real Appwrite into the fixture that the replayer runs: what varies between two
// servers or two runs becomes a token, secrets go, and what repeats stands once.
// Run: node tests/conformance/distil.ts <transcripts.json>
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fixture, Json, RecordedBody, Recording } from "./fixture.ts";

interface Transcript {
  name: string;
  description: string;
  request: { method: string; path: string; headers: Record<string, string>; body: Json };
  response: { status: number; headers: [string, string][]; body: Json };
}

/** Numbers by which the recorder kept its runs apart: a replay has numbers of its own. */
const RUNS = /263246|263113|263369|263481|263487|263492|263525|263621|262885|264160|264167|264173/g;
const LONG_RUN = /5268304/g;
/** Headers that tell nothing about the API. */
const DROPPED_REQUEST_HEADERS = ["upgrade", "connection", "content-length"];
const DROPPED_RESPONSE_HEADERS = ["x-peak", "x-debug-operations", "transfer-encoding", "upgrade"];
/** Lists that also held what earlier runs of the recorder had left: their length says nothing. */
const HAS_LEFTOVERS =
  /^(doc-list-(no-queries|nonindexed|order|select|limit-too-big|total-false|post-method)|file-list|origin-not-allowed-with-key)/;

const numbers = new Map<string, number>();
const requestHeaderSets: Record<string, string>[] = [];
const responseHeaderSets: [string, string][][] = [];

/** Where `value` stands in `table`, in which each value stands once. */
function place<Value>(table: Value[], value: Value): number {
  const text = JSON.stringify(value);
  const index = table.findIndex((each) => JSON.stringify(each) === text);
  return index === -1 ? table.push(value) - 1 : index;
}

const sessionUsers: Record<string, string> = {};

/** The token of a value that means the same thing wherever it stands, numbered by first appearance. */
function identity(kind: string, value: string): string {
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

function tokenizeText(text: string): string {
  const withSessions = text.replace(/[A-Za-z0-9+/%]{300,}={0,2}/g, (value) => {
    const session = readSession(value);
    if (!session) return value;
    const token = identity("session", decodeURIComponent(value));
    sessionUsers[token] = tokenizeText(session.id);
    return token;
  });
  return withSessions
    .replace(/eyJ0eXAi[\w-]+\.[\w-]+\.[\w-]+/g, (value) => identity("jwt", value))
    .replace(/\b(?!(?:ab){128}\b)[0-9a-f]{256}\b/g, (value) => identity("secret", value))
    .replace(/(?:\b|(?<=%22))6b01[0-9a-f]{16}/g, (value) => identity("id", value))
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00(?<!2020-01-01T00:00:00\.000\+00:00)/g, "{{date}}")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/g, "{{databaseDate}}")
    .replace(/expires=\w+, \d\d-\w+-20\d\d [\d:]+ GMT/g, "expires={{cookieDate}}")
    .replace("service.127.0.0.1", "service.{{host}}")
    .replace(RUNS, "{{run}}")
    .replace(LONG_RUN, "{{longRun}}");
}

/** What a member of this name varies in, whatever its value is. */
function tokenizeMember(name: string, value: Json, entry: string): Json | undefined {
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
  if (isCode) return identity("code", value);
  if (name === "total" && HAS_LEFTOVERS.test(entry)) return "{{number}}";
  return undefined;
}

function tokenize(value: Json, entry: string): Json {
  if (typeof value === "string") return tokenizeText(value);
  if (Array.isArray(value)) return value.map((item) => tokenize(item, entry));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (isListOfModels(member)) return [name, { _each: shapeOf(member) }];
      return [name, tokenizeMember(name, member, entry) ?? tokenize(member, entry)];
    }),
  );
}

function isListOfModels(value: Json): value is Record<string, Json>[] {
  return Array.isArray(value) && value.some((item) => item !== null && typeof item === "object" && "$id" in item);
}

/** The members of a list's items, each with the types that it was seen with. */
function shapeOf(items: Record<string, Json>[]): Record<string, Json> {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return Object.fromEntries(
    names.map((name) => {
      const types = new Set(items.map((item) => typeName(item[name] ?? null)));
      // An optional attribute that happened to be empty in every item may be anything.
      if (types.size === 1 && types.has("null")) return [name, "{{any}}"];
      return [name, types.has("null") ? "{{any}}" : `{{${[...types].join("|")}}}`];
    }),
  );
}

function typeName(value: Json): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function distilBody({ name, response }: Transcript): RecordedBody {
  const { body } = response;
  const type = response.headers.find(([header]) => header.toLowerCase() === "content-type")?.[1] ?? "";
  if (type.startsWith("text/html")) return body === null ? { kind: "empty" } : { kind: "html" };
  if (body !== null && typeof body === "object" && "_websocketFrames" in body) {
    return { kind: "frames", value: tokenize(body._websocketFrames as Json, name) };
  }
  if (body !== null && typeof body === "object" && "_binary" in body) {
    return { kind: "bytes", length: Number((body as Record<string, Json>).length) };
  }
  if (typeof body === "string") {
    return type.startsWith("text/plain") ? { kind: "text", value: body } : { kind: "bytes", length: body.length };
  }
  return body === null ? { kind: "empty" } : { kind: "json", value: tokenize(body, name) };
}

function distilRequestBody(body: Json): Recording["request"]["body"] {
  if (body === null) return undefined;
  if (typeof body !== "object" || Array.isArray(body) || !("_multipart" in body)) {
    return typeof body === "string" ? { text: tokenizeText(body) } : { json: tokenizeRequest(body) };
  }
  const multipart = body._multipart as Record<string, Json>;
  const file = multipart.file as Record<string, Json> | null;
  const fields = (multipart.fields ?? namedFields(multipart)) as [string, string][];
  return {
    fields: fields.map(([name, value]): [string, string] => [name, tokenizeText(value)]),
    file: file && {
      field: String(file.field ?? "file"),
      filename: String(file.filename),
      type: String(
        file.contentType ?? (String(file.filename).endsWith(".pdf") ? "application/pdf" : "application/zip"),
      ),
      size: Number(file.size ?? file.length),
    },
  };
}

/** The later recordings name their fields as members. */
function namedFields(multipart: Record<string, Json>): [string, string][] {
  return Object.entries(multipart)
    .filter(([name]) => name !== "file")
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((item): [string, string] => [name, String(item)])
        : [[name, String(value)] as [string, string]],
    );
}

/** A request names passwords and codes as they are; only the codes that a mail carried vary. */
function tokenizeRequest(body: Json): Json {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const isCode = name === "secret" && typeof value === "string" && /^[0-9a-f]{6}$/.test(value);
      if (isCode && value !== "000000") return [name, identity("code", value)];
      return [name, tokenizeDeep(value)];
    }),
  );
}

function tokenizeDeep(value: Json): Json {
  if (typeof value === "string") return tokenizeText(value);
  if (Array.isArray(value)) return value.map(tokenizeDeep);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tokenizeDeep(member)]));
}

function distilRequestHeaders(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !DROPPED_REQUEST_HEADERS.includes(name.toLowerCase()));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (name === "X-Appwrite-Key" && value === "<API_KEY>") return [name, "{{apiKey}}"];
      if (name === "Content-Type" && value.startsWith("multipart/form-data")) return [name, "multipart/form-data"];
      return [name, tokenizeText(value)];
    }),
  );
}

function distilResponseHeaders({ name, response }: Transcript): [string, string][] {
  return response.headers
    .filter(([header]) => !DROPPED_RESPONSE_HEADERS.includes(header.toLowerCase()))
    .filter(([header]) => !header.toLowerCase().startsWith("sec-websocket"))
    .map(([header, value]): [string, string] => {
      const lower = header.toLowerCase();
      if (lower === "x-ratelimit-reset") return [lower, "{{epoch}}"];
      // What is left depends on what ran before, which only the recordings of limits keep in order.
      if (lower === "x-ratelimit-remaining" && !name.startsWith("ratelimit-")) return [lower, "{{digits}}"];
      return [lower, tokenizeText(value)];
    });
}

/** Query strings carry ids in percent codes, which leave them readable. */
function distil(transcript: Transcript): Recording {
  const { name, description, request } = transcript;
  const headers = distilRequestHeaders(request.headers);
  if (name === "key-missing-scope") headers["X-Appwrite-Key"] = "{{restrictedApiKey}}";
  const body = distilRequestBody(request.body);
  return {
    name,
    description,
    request: {
      method: request.method,
      path: tokenizeText(request.path),
      headers: place(requestHeaderSets, headers),
      ...(body && { body }),
    },
    response: {
      status: transcript.response.status,
      headers: place(responseHeaderSets, distilResponseHeaders(transcript)),
      body: distilBody(transcript),
    },
  };
}

/** One line a recording, so that a change shows as a change of that line. */
function write(fixture: Fixture): string {
  const members = Object.entries(fixture).map(([name, member]) => {
    if (!Array.isArray(member)) return `"${name}": ${JSON.stringify(member)}`;
    return `"${name}": [\n${member.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
  });
  return `{\n${members.join(",\n")}\n}\n`;
}

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error("Name the file of transcripts: node tests/conformance/distil.ts <transcripts.json>");
  process.exit(1);
}
const transcripts: Transcript[] = JSON.parse(readFileSync(source, "utf8"));
const recordings = transcripts.map(distil);
const target = join(import.meta.dirname, "recordings.json");
writeFileSync(target, write({ sessionUsers, requestHeaderSets, responseHeaderSets, recordings }));
console.log(`${recordings.length} recordings written to ${target}`);
