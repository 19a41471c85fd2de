// The comparison finds every kind of difference. Otherwise the replay would prove nothing.
import { describe, expect, test } from "vitest";
import { STEP_MILLISECONDS, totpCode } from "../support/totp.ts";
import { type ActualResponse, bindPlaceholders, compare } from "./compare.ts";
import type { Fixture, Json, Recording } from "./fixture.ts";
import { Placeholders } from "./placeholders.ts";

const ID = "6b018ea78947b34d923f";
const OTHER_ID = "6b018eaa610d93b27ed2";
const SECRET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".repeat(4).slice(0, 103);
const MODEL: Json = {
  $id: "{{id:1}}",
  $createdAt: "{{date}}",
  name: "Asha",
  total: 1,
  list: { _each: { a: "{{string}}" } },
  document: { $id: "1", $collectionId: "users" },
};
const DOCUMENT = { $id: "1", $collectionId: "users" };
const BODY = {
  $id: ID,
  $createdAt: "2026-11-21T12:29:27.563+00:00",
  name: "Asha",
  total: 1,
  list: [{ a: "x" }],
  document: DOCUMENT,
};
const HEADERS: [string, string][] = [
  ["content-type", "application/json"],
  ["x-ratelimit-limit", "10"],
];

const recording: Recording = {
  name: "example",
  description: "an example",
  request: { method: "GET", path: "/v1/account", headers: 0 },
  response: { status: 200, headers: 0, body: { kind: "json", value: MODEL } },
};
const fixture: Fixture = {
  sessionUsers: {},
  requestHeaderSets: [{}],
  responseHeaderSets: [HEADERS, []],
  recordings: [recording],
};

function differences(
  change: { status?: number; headers?: [string, string][]; body?: unknown },
  placeholders = new Placeholders({}),
  expected = recording,
) {
  const response: ActualResponse = {
    status: change.status ?? 200,
    headers: change.headers ?? HEADERS,
    body: new TextEncoder().encode(JSON.stringify(change.body ?? BODY)),
    frames: null,
  };
  return compare(fixture, expected, response, placeholders);
}

test("an equal response has no differences", () => {
  expect(differences({})).toEqual([]);
});

test.each([
  ["another status", { status: 201 }, "status 201"],
  ["a missing header", { headers: HEADERS.slice(1) }, "header content-type"],
  ["another header", { headers: [...HEADERS.slice(0, 1), ["x-ratelimit-limit", "11"]] }, "header x-ratelimit-limit"],
  ["a cookie that was not recorded", { headers: [...HEADERS, ["Set-Cookie", "a=b"]] }, "header set-cookie"],
  ["another value", { body: { ...BODY, name: "Bina" } }, "body.name"],
  ["another type", { body: { ...BODY, total: "1" } }, "body.total"],
  ["a date in another format", { body: { ...BODY, $createdAt: "2026-11-21T12:29:27Z" } }, "body.$createdAt"],
  ["a missing property", { body: { ...BODY, name: undefined } }, "body.name: missing"],
  ["an additional property", { body: { ...BODY, extra: 1 } }, "body.extra: not in the recording"],
  ["an empty list", { body: { ...BODY, list: [] } }, "body.list"],
  ["a list's item of another shape", { body: { ...BODY, list: [{ a: 1 }] } }, "body.list[0].a"],
] as [string, Parameters<typeof differences>[0], string][])("%s is a difference", (_, change, expected) => {
  expect(differences(change)).toEqual([expect.stringContaining(expected)]);
});

test("a numbered placeholder has the same value everywhere", () => {
  const placeholders = new Placeholders({});
  expect(differences({}, placeholders)).toEqual([]);
  expect(placeholders.get("{{id:1}}")).toBe(ID);
  expect(differences({ body: { ...BODY, $id: OTHER_ID } }, placeholders)).toHaveLength(1);
});

describe("a socket", () => {
  const value: Json = [{ type: "event", data: { events: ["users.*", "users.{{run}}"], payload: { $id: "{{id:1}}" } } }];
  const body = { kind: "frames" as const, value, isClosed: false };
  const socket: Recording = { ...recording, response: { ...recording.response, status: 101, headers: 1, body } };
  const frames: Json[] = [{ type: "event", data: { events: ["users.1", "users.*"], payload: { $id: ID } } }];

  function socketDifferences(change: Partial<ActualResponse>) {
    const response: ActualResponse = { status: 101, headers: [], body: new Uint8Array(), frames, isClosed: false };
    return compare(fixture, socket, { ...response, ...change }, new Placeholders({ run: "1" }));
  }

  test("that received the same has no differences", () => {
    expect(socketDifferences({})).toEqual([]);
  });

  test.each([
    ["without a frame", { frames: [] }, "frames"],
    ["with one more", { frames: [...frames, ...frames] }, "frames"],
    ["that was closed", { isClosed: true }, "the socket is closed"],
    ["during which a call failed", { differences: ["PATCH /v1/account: 401, recorded 200"] }, "PATCH /v1/account"],
  ] as [string, Partial<ActualResponse>, string][])("%s differs", (_, change, expected) => {
    expect(socketDifferences(change)).toEqual([expect.stringContaining(expected)]);
  });

  test("gives its placeholders values before its end", () => {
    const placeholders = new Placeholders({ run: "1" });
    bindPlaceholders(value, frames, placeholders);
    expect(placeholders.get("{{id:1}}")).toBe(ID);
  });
});

test("the code of an authenticator is computed from the secret that the server gave", () => {
  const placeholders = new Placeholders({});
  expect(placeholders.matches("{{totpSecret:1}}", SECRET)).toBe(true);
  const [previous, current, next] = ["{{totp:1.previous}}", "{{totp:1}}", "{{totp:1.next}}"].map((code) =>
    placeholders.fill(code),
  );
  expect(new Set([previous, current, next]).size).toBe(3);
  expect([0, 1].map((steps) => totpCode(SECRET, Date.now() - steps * STEP_MILLISECONDS))).toContain(current);
});

test("an attribute that the recorded server did not have is no difference in a document", () => {
  expect(differences({ body: { ...BODY, document: { ...DOCUMENT, password: null } } })).toEqual([]);
  expect(differences({ body: { ...BODY, password: null } })).toEqual(["body.password: not in the recording"]);
});

test("where only some headers were recorded, others may be there", () => {
  const headers: [string, string][] = [...HEADERS, ["Set-Cookie", "a=b"]];
  const response = { ...recording.response, hasSomeHeaders: true };
  expect(differences({ headers }, new Placeholders({}), { ...recording, response })).toEqual([]);
});

test("a placeholder without a value cannot be sent", () => {
  expect(() => new Placeholders({}).fill("/v1/users/{{id:9}}")).toThrow("{{id:9}} has no value yet");
});
