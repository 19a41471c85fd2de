// Compares a response with the recorded one: status, headers and body.
import type { Fixture, Json, RecordedBody, Recording } from "./fixture.ts";
import type { Placeholders } from "./placeholders.ts";

export interface ActualResponse {
  status: number;
  headers: [string, string][];
  body: Uint8Array;
  /** The messages that a WebSocket sent; null for HTTP. */
  frames: Json[] | null;
  /** Whether the server closed the WebSocket. */
  isClosed?: boolean;
  /** What else differed from the recording while the WebSocket was open. */
  differences?: string[];
}

/** Headers that are compared even if the recording lacks them. */
const ALWAYS_COMPARED = [
  "access-control-allow-origin",
  "cache-control",
  "content-disposition",
  "content-range",
  "set-cookie",
  "strict-transport-security",
  "x-fallback-cookies",
  "x-ratelimit-limit",
];
/** Attributes that the collection of a recorded server did not have. */
const ADDED_ATTRIBUTES = ["guardianAgree", "password"];
/** Lists whose order does not matter. */
const UNORDERED = ["events", "channels"];

/** One line for each difference. */
export function compare(
  fixture: Fixture,
  recording: Recording,
  response: ActualResponse,
  placeholders: Placeholders,
): string[] {
  const differences: string[] = [];
  const { status, body, hasSomeHeaders = false } = recording.response;
  if (response.status !== status) differences.push(`status ${response.status}, recorded ${status}`);
  compareHeaders(
    fixture.responseHeaderSets[recording.response.headers] ?? [],
    response.headers,
    hasSomeHeaders ? [] : ALWAYS_COMPARED,
    placeholders,
    differences,
  );
  compareBody(body, response, placeholders, differences);
  return differences;
}

function compareHeaders(
  expected: [string, string][],
  actual: [string, string][],
  alwaysCompared: readonly string[],
  placeholders: Placeholders,
  differences: string[],
): void {
  const names = new Set([...expected.map(([name]) => name), ...alwaysCompared]);
  for (const name of names) {
    const expectedValues = valuesOf(expected, name);
    const actualValues = valuesOf(actual, name);
    const isSame =
      expectedValues.length === actualValues.length &&
      expectedValues.every((value, index) => placeholders.matches(value, actualValues[index] ?? ""));
    if (!isSame) {
      differences.push(`header ${name}: ${abbreviate(actualValues)}, recorded ${abbreviate(expectedValues)}`);
    }
  }
}

/** The distinct values of a header. */
function valuesOf(headers: [string, string][], name: string): string[] {
  return [...new Set(headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value))];
}

function compareBody(
  expected: RecordedBody,
  response: ActualResponse,
  placeholders: Placeholders,
  differences: string[],
): void {
  const text = () => new TextDecoder().decode(response.body);
  switch (expected.kind) {
    case "empty":
      if (response.body.length > 0) differences.push(`a body of ${response.body.length} bytes, recorded none`);
      return;
    case "html":
      if (!text().trimStart().toLowerCase().startsWith("<!doctype html") && !text().startsWith("<html>"))
        differences.push("the body is no HTML page");
      return;
    case "text":
      if (text() !== expected.value) {
        differences.push(`body ${abbreviate(text())}, recorded ${abbreviate(expected.value)}`);
      }
      return;
    case "bytes":
      if (response.body.length !== expected.length) {
        differences.push(`a body of ${response.body.length} bytes, recorded ${expected.length}`);
      }
      return;
    case "frames":
      compareJson(expected.value, response.frames ?? [], "frames", placeholders, differences);
      if (expected.isClosed !== undefined && response.isClosed !== expected.isClosed) {
        differences.push(`the socket is ${response.isClosed ? "closed" : "open"}, which it was not`);
      }
      differences.push(...(response.differences ?? []));
      return;
    case "json":
      compareJson(expected.value, parse(text()), "body", placeholders, differences);
  }
}

/** Binds the placeholders in the recorded frames to what the frames that have come so far contain. */
export function bindPlaceholders(expected: Json, actual: Json[], placeholders: Placeholders): void {
  if (!Array.isArray(expected)) return;
  for (const [index, frame] of actual.entries()) compareJson(expected[index] ?? null, frame, "", placeholders, []);
}

/** Compares values recursively. Of a list of models (`_each`) each item's shape is compared. */
function compareJson(
  expected: Json,
  actual: Json | undefined,
  path: string,
  placeholders: Placeholders,
  differences: string[],
): void {
  const addDifference = () => differences.push(`${path}: ${abbreviate(actual)}, recorded ${abbreviate(expected)}`);
  if (typeof expected === "string") {
    if (!matchesValue(expected, actual, placeholders)) addDifference();
  } else if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      addDifference();
      return;
    }
    const isUnordered = UNORDERED.includes(path.split(".").at(-1) ?? "");
    const [expectedValues, actualValues] = isUnordered
      ? [sortFilled(expected, placeholders), actual.toSorted()]
      : [expected, actual];
    for (const [index, item] of expectedValues.entries()) {
      compareJson(item, actualValues[index], `${path}[${index}]`, placeholders, differences);
    }
  } else if (expected !== null && typeof expected === "object") {
    if ("_each" in expected) compareItems(expected._each ?? null, actual, path, placeholders, differences);
    else compareProperties(expected, actual, path, placeholders, differences);
  } else if (actual !== expected) addDifference();
}

/** Replaces placeholders before sorting, so that both lists have the same order. */
function sortFilled(names: Json[], placeholders: Placeholders): Json[] {
  const filled = names.map((name) =>
    String(name).replace(/\{\{id:\d+\}\}/g, (placeholder) =>
      placeholders.has(placeholder) ? placeholders.get(placeholder) : placeholder,
    ),
  );
  return filled.toSorted();
}

function compareItems(
  shape: Json,
  actual: Json | undefined,
  path: string,
  placeholders: Placeholders,
  differences: string[],
): void {
  if (!Array.isArray(actual) || actual.length === 0) {
    differences.push(`${path}: ${abbreviate(actual)}, recorded a list with items`);
    return;
  }
  for (const [index, item] of actual.entries()) {
    compareJson(shape, item, `${path}[${index}]`, placeholders, differences);
  }
}

function compareProperties(
  expected: Record<string, Json>,
  actual: Json | undefined,
  path: string,
  placeholders: Placeholders,
  differences: string[],
): void {
  if (actual === null || typeof actual !== "object" || Array.isArray(actual)) {
    differences.push(`${path}: ${abbreviate(actual)}, recorded an object`);
    return;
  }
  const isDocument = "$collectionId" in expected || "$tableId" in expected;
  for (const name of Object.keys(actual)) {
    if (!(name in expected) && !(isDocument && ADDED_ATTRIBUTES.includes(name))) {
      differences.push(`${path}.${name}: not in the recording`);
    }
  }
  for (const [name, value] of Object.entries(expected)) {
    if (name in actual) compareJson(value, actual[name], `${path}.${name}`, placeholders, differences);
    else differences.push(`${path}.${name}: missing`);
  }
}

/** Besides patterns, a placeholder can be a type or several, such as {{string|number}}. */
function matchesValue(expected: string, actual: Json | undefined, placeholders: Placeholders): boolean {
  const types = /^\{\{((?:string|number|boolean|object|array|any)(?:\|\w+)*)\}\}$/.exec(expected)?.[1]?.split("|");
  if (!types) return typeof actual === "string" && placeholders.matches(expected, actual);
  if (actual === undefined) return false;
  const type = actual === null ? "null" : Array.isArray(actual) ? "array" : typeof actual;
  return types.includes("any") || types.includes(type);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // The text is then reported as a difference.
    return text;
  }
}

function abbreviate(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
