import { expect, it } from "vitest";
import { CallsInFlight } from "../../../worker/appwrite/calls-in-flight";

it("is full at its limit, and has room again when a call has ended", () => {
  const calls = new CallsInFlight({ maxCalls: 2, waitMs: 0, maxPages: 1 });
  const end = calls.begin(1_000, null);
  calls.begin(1_000, null);
  expect(calls.isFull(null)).toBe(true);
  end();
  expect(calls.isFull(null)).toBe(false);
  calls.begin(1_000, null);
  // A call ends once.
  end();
  expect(calls.isFull(null)).toBe(true);
});

it("forgets a call that never said it had ended", () => {
  let now = 0;
  const calls = new CallsInFlight({ maxCalls: 1, waitMs: 0, maxPages: 1 }, () => now);
  calls.begin(1_000, null);
  now = 999;
  expect(calls.isFull(null)).toBe(true);
  now = 1_000;
  expect(calls.isFull(null)).toBe(false);
});

it("lets a request wait for room", async () => {
  const calls = new CallsInFlight({ maxCalls: 1, waitMs: 30_000, maxPages: 1 });
  const end = calls.begin(60_000, null);
  const waiting = calls.waitForRoom(null);
  end();
  expect(await waiting).toBe(true);
});

it("lets nobody wait for too long", async () => {
  let now = 0;
  const calls = new CallsInFlight({ maxCalls: 1, waitMs: 1_000, maxPages: 1 }, () => now);
  calls.begin(60_000, null);
  const waiting = calls.waitForRoom(null);
  now = 1_000;
  expect(await waiting).toBe(false);
});

it("is full of pages until one of them is made, or its lease has expired", () => {
  let now = 0;
  const calls = new CallsInFlight({ maxCalls: 1, waitMs: 0, maxPages: 2 }, () => now);
  const end = calls.beginPage(null);
  expect(calls.isFullOfPages(null)).toBe(false);
  calls.beginPage(null);
  expect(calls.isFullOfPages(null)).toBe(true);
  end();
  expect(calls.isFullOfPages(null)).toBe(false);
  calls.beginPage(null);
  now = 60_000;
  expect(calls.isFullOfPages(null)).toBe(false);
});

it("gives guests of one network half of its room, and everybody else the rest", () => {
  const calls = new CallsInFlight({ maxCalls: 4, waitMs: 0, maxPages: 4 });
  const end = calls.begin(1_000, "198.51.100.1");
  calls.begin(1_000, null);
  expect(calls.isFull("198.51.100.1")).toBe(false);
  calls.begin(1_000, "198.51.100.1");
  expect(["198.51.100.1", "198.51.100.2", null].map((guest) => calls.isFull(guest))).toEqual([true, false, false]);
  end();
  expect(calls.isFull("198.51.100.1")).toBe(false);
  for (let n = 0; n < 2; n += 1) calls.begin(1_000, null);
  expect(calls.isFull("198.51.100.2")).toBe(true);
  for (let n = 0; n < 2; n += 1) calls.beginPage("198.51.100.1");
  expect(["198.51.100.1", "198.51.100.2", null].map((guest) => calls.isFullOfPages(guest))).toEqual([
    true,
    false,
    false,
  ]);
});
