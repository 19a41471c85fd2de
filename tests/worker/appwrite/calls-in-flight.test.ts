import { expect, it } from "vitest";
import { CallsInFlight } from "../../../worker/appwrite/calls-in-flight";

it("is full at its limit, and has room again when a call has ended", () => {
  const calls = new CallsInFlight({ maxCalls: 2, waitMs: 0, maxPages: 1 });
  const end = calls.begin(1_000);
  calls.begin(1_000);
  expect(calls.isFull).toBe(true);
  end();
  expect(calls.isFull).toBe(false);
  calls.begin(1_000);
  // A call ends once.
  end();
  expect(calls.isFull).toBe(true);
});

it("forgets a call that never said it had ended", () => {
  let now = 0;
  const calls = new CallsInFlight({ maxCalls: 1, waitMs: 0, maxPages: 1 }, () => now);
  calls.begin(1_000);
  now = 999;
  expect(calls.isFull).toBe(true);
  now = 1_000;
  expect(calls.isFull).toBe(false);
});

it("lets a request wait for room", async () => {
  const calls = new CallsInFlight({ maxCalls: 1, waitMs: 30_000, maxPages: 1 });
  const end = calls.begin(60_000);
  const waiting = calls.waitForRoom();
  end();
  expect(await waiting).toBe(true);
});

it("lets nobody wait for too long", async () => {
  let now = 0;
  const calls = new CallsInFlight({ maxCalls: 1, waitMs: 1_000, maxPages: 1 }, () => now);
  calls.begin(60_000);
  const waiting = calls.waitForRoom();
  now = 1_000;
  expect(await waiting).toBe(false);
});

it("is full of pages until one of them is made, or its lease has expired", () => {
  let now = 0;
  const calls = new CallsInFlight({ maxCalls: 1, waitMs: 0, maxPages: 2 }, () => now);
  const end = calls.beginPage();
  expect(calls.isFullOfPages).toBe(false);
  calls.beginPage();
  expect(calls.isFullOfPages).toBe(true);
  end();
  expect(calls.isFullOfPages).toBe(false);
  calls.beginPage();
  now = 60_000;
  expect(calls.isFullOfPages).toBe(false);
});
