// Calls of the API as the fuzz tests draw them, and the requests that they become.
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { ORIGIN } from "../../worker/support/test-app";
import { fileBytes } from "../../worker/support/uploads";
import { type CookieChange, cookieChange, cookieHeader } from "../cookies";
import { type Header, hostileHeaders, wrongContentType } from "../headers";
import { jsonBody } from "../json";
import { hostileText, mostly } from "../text";
import { CALLER_KINDS, type Caller, type CallerKind, KNOWN_VALUES } from "./callers";
import type { Operation, Parameter } from "./description";

const ENCODINGS = ["UTF-8", "UTF-8 with a byte order mark", "UTF-16", "a broken byte", "cut"] as const;
type Encoding = (typeof ENCODINGS)[number];
const FILE_TYPES = ["pdf", "zip", "zeros"] as const;

type Body = { text: string; encoding: Encoding } | { file: (typeof FILE_TYPES)[number]; bytes: number };

/** One call. Texts may have placeholders, which its caller fills. */
export interface Case {
  caller: CallerKind;
  cookies: CookieChange;
  /** Whether the deployment wants the proof of an address at sign-up. */
  needsProof: boolean;
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Header[];
  contentType: string;
  body: Body | null;
  /** Sent in parts, without a length. */
  isStreamed: boolean;
}

/** Calls of an operation. Most parts of each are valid, so that it gets past the first check. */
export function casesOf({ method, path, parameters = [], requestBody, responses }: Operation): fc.Arbitrary<Case> {
  const valuesIn = (place: Parameter["in"]) => {
    const ofPlace = parameters.filter((parameter) => parameter.in === place);
    return fc.tuple(...ofPlace.map((one) => parameterValue(one, path).map((value): Header => [one.name, value])));
  };
  const upgrade: Header[] = "101" in responses ? [["Upgrade", "websocket"]] : [];
  const unknownQuery = fc.array(fc.tuple(fc.constantFrom("ticket", "secret", "index", ""), hostileText), {
    maxLength: 2,
  });
  const [type = ""] = Object.keys(requestBody?.content ?? {});
  const hasNoBody = method === "GET" || method === "HEAD";
  return fc.record({
    caller: fc.constantFrom<CallerKind>(...CALLER_KINDS, "member", "member"),
    cookies: cookieChange,
    needsProof: fc.boolean(),
    path: valuesIn("path").map((values) => Object.fromEntries(values)),
    query: fc.tuple(valuesIn("query"), mostly<Header[]>(fc.constant([]), unknownQuery)).map((both) => both.flat()),
    headers: fc.tuple(valuesIn("header"), hostileHeaders).map(([own, hostile]) => [...upgrade, ...own, ...hostile]),
    contentType: mostly(fc.constant(type), wrongContentType),
    body: hasNoBody ? fc.constant(null) : bodyOf(requestBody),
    isStreamed: mostly(fc.constant(false), fc.constant(true)),
  });
}

function parameterValue(parameter: Parameter, path: string): fc.Arbitrary<string> {
  const { name, example } = parameter;
  const [place = ""] = /\w+\/\{\w+\}.*$/.exec(path) ?? [];
  const known = KNOWN_VALUES[parameter.in === "path" ? place : name] ?? [String(example)];
  return mostly(fc.constantFrom(...known), hostileText);
}

function bodyOf(requestBody: Operation["requestBody"]): fc.Arbitrary<Body | null> {
  const [content] = Object.values(requestBody?.content ?? {});
  if (!content) return mostly<Body | null>(fc.constant(null), encoded(hostileText));
  if (content.example) {
    const json = encoded(jsonBody(content.schema, content.example, KNOWN_VALUES));
    return mostly<Body | null>(json, fc.constant(null));
  }
  const bytes = fc.constantFrom(4000, 4000, 2000, 1, 0, 4001, 300_000);
  return mostly<Body | null>(fc.record({ file: fc.constantFrom(...FILE_TYPES), bytes }), fc.constant(null));
}

function encoded(text: fc.Arbitrary<string>): fc.Arbitrary<Body> {
  return fc.record({ text, encoding: mostly<Encoding>(fc.constant("UTF-8"), fc.constantFrom(...ENCODINGS)) });
}

/** The request of a case, and the texts in it that may not be logged. */
export async function toRequest(
  { method, path }: Operation,
  one: Case,
  caller: Caller,
): Promise<{ request: Request; texts: string[] }> {
  const fillPairs = (pairs: readonly Header[]) =>
    Promise.all(pairs.map(async ([name, value]): Promise<Header> => [name, await caller.fill(value)]));
  const query = await fillPairs(one.query);
  const own = await fillPairs(one.headers);
  const parameters = await fillPairs(Object.entries(one.path));
  const text = one.body && "text" in one.body ? await caller.fill(one.body.text) : "";

  const pathname = parameters.reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, () => segment(value)),
    path,
  );
  const url = `${ORIGIN}/api${pathname}${query.length > 0 ? `?${new URLSearchParams(query)}` : ""}`;
  const cookie: Header = ["Cookie", cookieHeader(caller.browser.cookies, one.cookies)];
  const headers = headersOf([cookie, ["Content-Type", one.contentType], ...own]);
  const bytes = one.body && ("text" in one.body ? encode(text, one.body.encoding) : fileOf(one.body));
  const body = bytes && one.isStreamed ? new Blob([bytes]).stream() : bytes;
  return {
    request: new Request(url, { method, headers, body, redirect: "manual" }),
    texts: [...query, ...own].map(([, value]) => value).concat(stringsIn(text)),
  };
}

/** The headers of a page of the site, at an address of its own, and these. A later one replaces an earlier one. */
export function headersOf(headers: readonly Header[]): Headers {
  const all = new Headers({ "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": newNetwork() });
  for (const [name, value] of headers) all.set(name, headerValue(value));
  return all;
}

/** A text as the value of a header, in printable ASCII: `workerd` prints a warning for each other one that a test sends in process. */
function headerValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "").trim();
}

/** A value as one segment of a path. What would not stay one, or is none, becomes a NUL. */
function segment(value: string): string {
  return value === "" || value === "." || value === ".." ? "%00" : encodeURIComponent(value.toWellFormed());
}

function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(Buffer.from(text));
  const middle = bytes.length >> 1;
  switch (encoding) {
    case "UTF-8":
      return bytes;
    case "UTF-8 with a byte order mark":
      return new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]);
    case "UTF-16":
      return Uint8Array.from(Buffer.from(text, "utf16le"));
    case "a broken byte":
      return new Uint8Array([...bytes.subarray(0, middle), 0xff, ...bytes.subarray(middle)]);
    case "cut":
      return bytes.slice(0, -2);
  }
}

function fileOf({ file, bytes }: { file: (typeof FILE_TYPES)[number]; bytes: number }): Uint8Array<ArrayBuffer> {
  // An archive has at least its end record.
  if (file === "zeros" || bytes < 200) return new Uint8Array(bytes);
  return fileBytes(`a.${file}`, bytes);
}

/** The strings of a JSON text, also of one that is not valid. */
function stringsIn(json: string): string[] {
  return (json.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((quoted) => quoted.slice(1, -1));
}

let networks = 0;

/** An address of a network that nothing was sent from, since limits count by network (RFC 3849). */
function newNetwork(): string {
  networks += 1;
  return `2001:db8:${(networks >> 16).toString(16)}:${(networks & 0xffff).toString(16)}::1`;
}
