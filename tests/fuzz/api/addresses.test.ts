// Calls addresses below /api that exist in part or not at all, with any method.
import fc from "fast-check";
import { test } from "vitest";
import { createTestApp, ORIGIN } from "../../worker/support/test-app";
import { hostileHeaders } from "../headers";
import { holdsForAll } from "../settings";
import { expectApiError, expectNotLogged, expectSafeAnswer } from "../soundness";
import { hostileText } from "../text";
import { headersOf } from "./cases";
import { readOperations } from "./description";
import { logTexts, send } from "./send";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PURGE", "get"];

const paths = (await readOperations()).map(({ path }) => path.replace(/\{\w+\}/g, "current"));
const hostileSegment = fc.oneof(
  fc.constantFrom("", ".", "..", "%2e%2e", "%2f", "%00", "%0d%0a", "%", "%zz", "content", "current"),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
);

const cases = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc
    .tuple(fc.constantFrom(...paths, "", "/"), fc.array(hostileSegment, { maxLength: 2 }))
    .map((parts) => parts.flat().join("/")),
  query: fc.option(hostileText, { nil: null }),
  headers: hostileHeaders,
});

test("any address below /api answers any method safely, and an error has the typed body", async () => {
  const app = createTestApp();
  await holdsForAll("addresses", cases, async ({ method, path, query, headers }) => {
    const logStart = app.log.length;
    const url = `${ORIGIN}/api${path}${query === null ? "" : `?a=${encodeURIComponent(query.toWellFormed())}`}`;
    const request = new Request(url, { method, headers: headersOf(headers), redirect: "manual" });
    const answer = await send(app, request);
    expectSafeAnswer(answer);
    if (answer.status >= 400 && method !== "HEAD" && new URL(url).pathname.startsWith("/api/")) expectApiError(answer);
    expectNotLogged(logTexts(app.log.slice(logStart)), [query ?? "", ...headers.map(([, value]) => value)]);
  });
});
