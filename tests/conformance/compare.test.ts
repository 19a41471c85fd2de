// The comparison finds each kind of difference: a replay that could not fail would prove nothing.
import { expect, test } from "vitest";
import { type Answer, compare } from "./compare.ts";
import type { Fixture, Json, Recording } from "./fixture.ts";
import { Tokens } from "./tokens.ts";

const ID = "6b018ea78947b34d923f";
const OTHER_ID = "6b018eaa610d93b27ed2";
const MODEL: Json = {
  $id: "{{id:1}}",
  $createdAt: "{{date}}",
  name: "Asha",
  total: 1,
  list: { _each: { a: "{{string}}" } },
};
const BODY = { $id: ID, $createdAt: "2026-11-21T12:29:27.563+00:00", name: "Asha", total: 1, list: [{ a: "x" }] };
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
  responseHeaderSets: [HEADERS],
  recordings: [recording],
};

function differences(
  change: { status?: number; headers?: [string, string][]; body?: unknown },
  tokens = new Tokens({}),
) {
  const answer: Answer = {
    status: change.status ?? 200,
    headers: change.headers ?? HEADERS,
    body: new TextEncoder().encode(JSON.stringify(change.body ?? BODY)),
    frames: null,
  };
  return compare(fixture, recording, answer, tokens);
}

test("an answer that is the same has no differences", () => {
  expect(differences({})).toEqual([]);
});

test.each([
  ["another status", { status: 201 }, "status 201"],
  ["a missing header", { headers: HEADERS.slice(1) }, "header content-type"],
  ["another header", { headers: [...HEADERS.slice(0, 1), ["x-ratelimit-limit", "11"]] }, "header x-ratelimit-limit"],
  ["a cookie that was not recorded", { headers: [...HEADERS, ["Set-Cookie", "a=b"]] }, "header set-cookie"],
  ["another value", { body: { ...BODY, name: "Bina" } }, "body.name"],
  ["another type", { body: { ...BODY, total: "1" } }, "body.total"],
  ["a date in another form", { body: { ...BODY, $createdAt: "2026-11-21T12:29:27Z" } }, "body.$createdAt"],
  ["a missing member", { body: { ...BODY, name: undefined } }, "body.name: missing"],
  ["a member too many", { body: { ...BODY, extra: 1 } }, "body.extra: not in the recording"],
  ["an empty list", { body: { ...BODY, list: [] } }, "body.list"],
  ["a list's item of another shape", { body: { ...BODY, list: [{ a: 1 }] } }, "body.list[0].a"],
] as [string, Parameters<typeof differences>[0], string][])("%s is a difference", (_, change, expected) => {
  expect(differences(change)).toEqual([expect.stringContaining(expected)]);
});

test("an id means the same thing wherever it stands", () => {
  const tokens = new Tokens({});
  expect(differences({}, tokens)).toEqual([]);
  expect(tokens.get("{{id:1}}")).toBe(ID);
  expect(differences({ body: { ...BODY, $id: OTHER_ID } }, tokens)).toHaveLength(1);
});

test("the attribute that our own set-up adds is no difference", () => {
  expect(differences({ body: { ...BODY, guardianAgree: null } })).toEqual([]);
});

test("a token that stands for nothing cannot be sent", () => {
  expect(() => new Tokens({}).fill("/v1/users/{{id:9}}")).toThrow("{{id:9}} stands for nothing yet");
});
