import { expect, it } from "vitest";
import { CallsInFlight } from "../../../worker/appwrite/calls-in-flight";

it("is full at its limit, and has room again when a call has ended", () => {
  const calls = new CallsInFlight(2);
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
  const calls = new CallsInFlight(1, () => now);
  calls.begin(1_000);
  now = 999;
  expect(calls.isFull).toBe(true);
  now = 1_000;
  expect(calls.isFull).toBe(false);
});
