// Reads the addresses of the site, and those that it does not have, as no browser reads them.
import fc from "fast-check";
import { afterAll, test } from "vitest";
import { useServer } from "../../support/product";
import { type CookieChange, cookieChange, cookieHeader } from "../cookies";
import { type Header, hostileHeaders } from "../headers";
import { holdsForAll } from "../settings";
import { hostileText, mostly } from "../text";
import { send } from "./http";
import { ROUTES } from "./site";
import { expectCleanLog, expectSafePage } from "./soundness";
import { VISITOR_KINDS, type VisitorKind, Visitors } from "./visitors";

const server = useServer();
let visitors: Visitors | undefined;
/** What was sent in headers and queries. */
const texts = new Set<string>();

afterAll(() => expectCleanLog(server().log(), [...texts, ...(visitors?.secrets ?? [])]));

interface Case {
  visitor: VisitorKind;
  cookies: CookieChange;
  method: string;
  /** May have any characters, and escapes of them. */
  path: string;
  query: [name: string, value: string][];
  headers: Header[];
}

const METHODS = ["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "PROPFIND", "TRACE", "get"];

/** What React Router, our pages and mailed links read from a query. */
const PARAMETERS = [
  "_routes",
  "index",
  "whole",
  "userId",
  "secret",
  "expire",
  "use",
  "category",
  "here",
  "expired",
  "p",
  "version",
];

const SEGMENTS = [
  "",
  ".",
  "..",
  "%2e%2e",
  "%2f",
  "%5c",
  "%00",
  "%0d%0aX: y",
  "%",
  "%zz",
  "%c0%af",
  "a;b",
  "a\\b",
  "\t",
  "@evil.example",
  "evil.example:80",
];

/** Addresses and headers together have at most 64 KB; `workerd` refuses more itself. */
const shortText = hostileText.map((text) => text.slice(0, 1000));
const hostileSegment = fc.oneof(
  fc.constantFrom(...SEGMENTS),
  shortText.map((text) => text.replace(/[?#]/g, "")),
  shortText.map((text) => encodeURIComponent(text.toWellFormed())),
);
const anyPath = fc
  .tuple(fc.constantFrom("/", "//", "/\\", "///"), fc.array(hostileSegment, { maxLength: 4 }))
  .map(([start, segments]) => start + segments.join("/"));

function casesOf(path: fc.Arbitrary<string>): fc.Arbitrary<Case> {
  const query = fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), shortText), { maxLength: 3 });
  return fc.record({
    visitor: fc.constantFrom(...VISITOR_KINDS),
    cookies: cookieChange,
    method: mostly(fc.constant("GET"), fc.constantFrom(...METHODS)),
    path,
    query,
    headers: hostileHeaders,
  });
}

/** A path of a route: as it is, with hostile parameters, or with an ending that React Router knows or nobody does. */
function pathsOf(route: string): fc.Arbitrary<string> {
  const filled = fc
    .array(hostileSegment, { minLength: 2, maxLength: 2 })
    .map(([id = "", rest = ""]) => route.replace(":id", id).replace("*", rest));
  const ending = mostly(
    fc.constantFrom("", "", ".data"),
    fc.oneof(fc.constantFrom("/", "//", "/..", "%20", ".html", "_root.data"), hostileSegment),
  );
  return fc.tuple(filled, ending).map((both) => both.join(""));
}

async function expectSafe(one: Case): Promise<void> {
  visitors ??= new Visitors(server());
  const { cookies } = await visitors.get(one.visitor);
  const query = String(new URLSearchParams(one.query.map((pair) => pair.map((text) => text.toWellFormed()))));
  const address = one.path + (query === "" ? "" : `?${query}`);
  for (const [, value] of [...one.query, ...one.headers]) texts.add(value);
  const headers: Header[] = [["Cookie", cookieHeader(cookies, one.cookies)], ...one.headers];
  const answer = await send(server().origin, { method: one.method, address, headers });
  if (answer.status === 429) visitors.replace(one.visitor);
  expectSafePage(answer);
}

test.each(ROUTES)("$path and what is like it answer any request safely", async ({ path }) => {
  await holdsForAll(path, casesOf(pathsOf(path)), expectSafe);
});

const OTHERS = [
  "/__manifest",
  "/__mailbox",
  "/__mailbox.json",
  "/media/launchpad.mp4",
  "/assets/nothing.js",
  "/fonts/*",
  "/sitemap.xml",
  "/api/*",
];

test.each(OTHERS)("%s and what is like it answer any request safely", async (path) => {
  await holdsForAll(path, casesOf(pathsOf(path)), expectSafe);
});

test("any other address answers any request safely", async () => {
  await holdsForAll("any", casesOf(anyPath), expectSafe);
});
