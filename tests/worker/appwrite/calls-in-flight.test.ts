import { expect, it } from "vitest";
import { CallsInFlight } from "../../../worker/appwrite/calls-in-flight";

function countedUntil(limit: number) {
  let now = 0;
  const calls = new CallsInFlight({ call: limit, upload: limit }, () => now);
  const at = (ms: number) => {
    now = ms;
  };
  return { calls, at };
}

it("is full at its limit, and has room again when a call has ended", () => {
  const { calls } = countedUntil(2);
  const [first] = [calls.begin("call", 1_000), calls.begin("call", 1_000)];
  expect(calls.isFull("call")).toBe(true);
  first.end();
  first.end();
  expect(calls.isFull("call")).toBe(false);
  calls.begin("call", 1_000);
  expect(calls.isFull("call")).toBe(true);
});

it("counts uploads apart", () => {
  const { calls } = countedUntil(1);
  calls.begin("upload", 1_000);
  expect([calls.isFull("upload"), calls.isFull("call")]).toEqual([true, false]);
});

it("forgets a call that never said it had ended, unless it was extended", () => {
  const { calls, at } = countedUntil(1);
  const call = calls.begin("call", 1_000);
  at(999);
  expect(calls.isFull("call")).toBe(true);
  call.extend(1_000);
  at(1_998);
  expect(calls.isFull("call")).toBe(true);
  at(1_999);
  expect(calls.isFull("call")).toBe(false);
  // It has lapsed for good.
  call.extend(1_000);
  expect(calls.isFull("call")).toBe(false);
});
