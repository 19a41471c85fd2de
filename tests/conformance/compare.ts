// Compares an answer with its recording: status, headers, error type and message, and the shape of the body.
import type { Fixture, Json, RecordedBody, Recording } from "./fixture.ts";
import type { Tokens } from "./tokens.ts";

export interface Answer {
  status: number;
  headers: [string, string][];
  body: Uint8Array;
  /** The frames that a WebSocket sent. */
  frames: Json[] | null;
}

/** Headers that are compared even where the recording lacks them: their presence would be a difference. */
const WATCHED = [
  "access-control-allow-origin",
  "cache-control",
  "content-disposition",
  "content-range",
  "set-cookie",
  "strict-transport-security",
  "x-fallback-cookies",
  "x-ratelimit-limit",
];
/** Attributes that our own set-up adds to the collection; the recorded server was without them. */
const OWN_ATTRIBUTES = ["guardianAgree"];
/** Lists whose order says nothing. */
const UNORDERED = ["events", "channels"];

/** What differs, each in a line; none for an answer that is the same. */
export function compare(fixture: Fixture, recording: Recording, answer: Answer, tokens: Tokens): string[] {
  const differences: string[] = [];
  const { status, body } = recording.response;
  if (answer.status !== status) differences.push(`status ${answer.status}, recorded ${status}`);
  compareHeaders(fixture.responseHeaderSets[recording.response.headers] ?? [], answer.headers, tokens, differences);
  compareBody(body, answer, tokens, differences);
  return differences;
}

function compareHeaders(
  expected: [string, string][],
  actual: [string, string][],
  tokens: Tokens,
  differences: string[],
): void {
  const names = new Set([...expected.map(([name]) => name), ...WATCHED]);
  for (const name of names) {
    const wanted = valuesOf(expected, name);
    const found = valuesOf(actual, name);
    const isSame =
      wanted.length === found.length && wanted.every((value, index) => tokens.matches(value, found[index] ?? ""));
    if (!isSame) differences.push(`header ${name}: ${brief(found)}, recorded ${brief(wanted)}`);
  }
}

/** Every value of the header; one that stands twice means the same once. */
function valuesOf(headers: [string, string][], name: string): string[] {
  return [...new Set(headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value))];
}

function compareBody(expected: RecordedBody, answer: Answer, tokens: Tokens, differences: string[]): void {
  const text = () => new TextDecoder().decode(answer.body);
  switch (expected.kind) {
    case "empty":
      if (answer.body.length > 0) differences.push(`a body of ${answer.body.length} bytes, recorded none`);
      return;
    case "html":
      if (!text().trimStart().toLowerCase().startsWith("<!doctype html")) differences.push("the body is no HTML page");
      return;
    case "text":
      if (text() !== expected.value) differences.push(`body ${brief(text())}, recorded ${brief(expected.value)}`);
      return;
    case "bytes":
      if (answer.body.length !== expected.length) {
        differences.push(`a body of ${answer.body.length} bytes, recorded ${expected.length}`);
      }
      return;
    case "frames":
      compareJson(expected.value, answer.frames ?? [], "frames", tokens, differences);
      return;
    case "json":
      compareJson(expected.value, parse(text()), "body", tokens, differences);
  }
}

/** Compares values of any depth; a list of models by the shape of each item. */
function compareJson(expected: Json, actual: Json | undefined, path: string, tokens: Tokens, out: string[]): void {
  const differ = () => out.push(`${path}: ${brief(actual)}, recorded ${brief(expected)}`);
  if (typeof expected === "string") {
    if (!matchesValue(expected, actual, tokens)) differ();
  } else if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      differ();
      return;
    }
    const isUnordered = UNORDERED.includes(path.split(".").at(-1) ?? "");
    const [wanted, found] = isUnordered ? [sortFilled(expected, tokens), actual.toSorted()] : [expected, actual];
    for (const [index, item] of wanted.entries()) compareJson(item, found[index], `${path}[${index}]`, tokens, out);
  } else if (expected !== null && typeof expected === "object") {
    if ("_each" in expected) compareItems(expected._each ?? null, actual, path, tokens, out);
    else compareMembers(expected, actual, path, tokens, out);
  } else if (actual !== expected) differ();
}

/** Lists of names are filled in before they are sorted, so that both sides stand in one order. */
function sortFilled(names: Json[], tokens: Tokens): Json[] {
  const filled = names.map((name) =>
    String(name).replace(/\{\{id:\d+\}\}/g, (token) => (tokens.has(token) ? tokens.get(token) : token)),
  );
  return filled.toSorted();
}

function compareItems(shape: Json, actual: Json | undefined, path: string, tokens: Tokens, out: string[]): void {
  if (!Array.isArray(actual) || actual.length === 0) {
    out.push(`${path}: ${brief(actual)}, recorded a list with items`);
    return;
  }
  for (const [index, item] of actual.entries()) compareJson(shape, item, `${path}[${index}]`, tokens, out);
}

function compareMembers(
  expected: Record<string, Json>,
  actual: Json | undefined,
  path: string,
  tokens: Tokens,
  out: string[],
): void {
  if (actual === null || typeof actual !== "object" || Array.isArray(actual)) {
    out.push(`${path}: ${brief(actual)}, recorded an object`);
    return;
  }
  for (const name of Object.keys(actual)) {
    if (!(name in expected) && !OWN_ATTRIBUTES.includes(name)) out.push(`${path}.${name}: not in the recording`);
  }
  for (const [name, value] of Object.entries(expected)) {
    if (name in actual) compareJson(value, actual[name], `${path}.${name}`, tokens, out);
    else out.push(`${path}.${name}: missing`);
  }
}

/** A token may say a type, or several, where only the type was kept. */
function matchesValue(expected: string, actual: Json | undefined, tokens: Tokens): boolean {
  const types = /^\{\{((?:string|number|boolean|object|array|any)(?:\|\w+)*)\}\}$/.exec(expected)?.[1]?.split("|");
  if (!types) return typeof actual === "string" && tokens.matches(expected, actual);
  if (actual === undefined) return false;
  const type = actual === null ? "null" : Array.isArray(actual) ? "array" : typeof actual;
  return types.includes("any") || types.includes(type);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // The comparison then says what stood there instead.
    return text;
  }
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
