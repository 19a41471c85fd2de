import { expect, test, vi } from "vitest";
import { endBackgroundRead, keepShownData, readInBackground } from "../../../../app/live/background-read";

const SHOWN = new Map<string, unknown>([
  ["root", { member: "Asha" }],
  ["settings", { account: { kind: "member" } }],
]);
const LOADED = {
  root: { type: "data" as const, result: { member: "Meera" } },
  settings: { type: "data" as const, result: { account: Promise.resolve({ kind: "member" }), isStreamed: true } },
};
const kept = (results: object) =>
  Object.fromEntries(Object.keys(results).map((route) => [route, { type: "data", result: SHOWN.get(route) }]));
/** Reads /settings in the background, with these results. @returns whether it was read, and what the page gets */
async function read(results: Parameters<typeof keepShownData>[1], pathname = "/settings") {
  let given: object = {};
  const isRead = await readInBackground(
    async () => {
      given = await keepShownData(pathname, results);
    },
    "/settings",
    SHOWN,
  );
  return { isRead, given };
}

test("a read that succeeds changes the page", async () => {
  expect(await read(LOADED)).toEqual({ isRead: true, given: LOADED });
});

test.each([
  ["a lost connection", () => ({ type: "error" as const, result: new TypeError("Failed to fetch") })],
  ["a streamed error", () => ({ type: "data" as const, result: { account: Promise.reject(new Error("lost")) } })],
  ["a silent backend", () => ({ type: "data" as const, result: { account: Promise.resolve({ kind: "failed" }) } })],
])("after %s the page keeps all that it shows", async (_, fail) => {
  const results = { ...LOADED, settings: fail() };
  expect(await read(results)).toEqual({ isRead: false, given: kept(results) });
});

test("a redirect is followed", async () => {
  const results = { settings: { type: "error" as const, result: new Response(null, { status: 302 }) } };
  expect(await read(results)).toEqual({ isRead: true, given: results });
});

test("a failed load of another page, or without a background read, shows its error", async () => {
  const results = { profile: { type: "error" as const, result: new Error("500") } };
  expect(await read(results, "/profile")).toEqual({ isRead: true, given: results });
  expect(await keepShownData("/settings", results)).toBe(results);
});

test("a read that throws leaves nothing behind", async () => {
  const revalidate = vi.fn(() => Promise.reject(new Error("aborted")));
  await expect(readInBackground(revalidate, "/settings", SHOWN)).rejects.toThrow("aborted");
  const results = { settings: { type: "error" as const, result: new Error("500") } };
  expect(await keepShownData("/settings", results)).toBe(results);
});

test("a form that is sent during a read shows its own error", async () => {
  const results = { settings: { type: "error" as const, result: new Error("500") } };
  let given: object = {};
  const revalidate = async () => {
    endBackgroundRead();
    given = await keepShownData("/settings", results);
  };
  await readInBackground(revalidate, "/settings", SHOWN);
  expect(given).toBe(results);
});
