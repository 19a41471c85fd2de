import { expect, it } from "vitest";
import { BodyMemory } from "../../../worker/http/body-memory";

it("is full at its limit, and has room again when a request has ended", () => {
  const memory = new BodyMemory(100);
  const [first, second] = [memory.share(), memory.share()];
  expect([first.reserve(60), second.reserve(40), second.reserve(1)]).toEqual([true, true, false]);
  first.release();
  first.release();
  expect([second.reserve(60), second.reserve(1)]).toEqual([true, false]);
});

it("has room again two minutes after the last byte of a request that the runtime ended without running its `finally`", () => {
  let now = 0;
  const memory = new BodyMemory(100, () => now);
  const [dropped, next] = [memory.share(), memory.share()];
  dropped.reserve(50);
  now = 60_000;
  dropped.reserve(50);
  now = 179_999;
  expect(next.reserve(1)).toBe(false);
  now = 180_000;
  expect(next.reserve(100)).toBe(true);
  // It was only slow. It must not give back what it does not hold anymore.
  dropped.release();
  expect(memory.share().reserve(1)).toBe(false);
});
