import { expect, it } from "vitest";
import { BodyMemory } from "../../../worker/http/body-memory";

it("is full at its limit, and has room again when a request has ended", () => {
  const memory = new BodyMemory(100);
  const [first, second] = [memory.share(), memory.share()];
  expect([first.take(60), second.take(40), second.take(1)]).toEqual([true, true, false]);
  first.release();
  first.release();
  expect([second.take(60), second.take(1)]).toEqual([true, false]);
});

it("has room again two minutes after the last byte of a request that was dropped without a word", () => {
  let now = 0;
  const memory = new BodyMemory(100, () => now);
  const [dropped, next] = [memory.share(), memory.share()];
  dropped.take(50);
  now = 60_000;
  dropped.take(50);
  now = 179_999;
  expect(next.take(1)).toBe(false);
  now = 180_000;
  expect(next.take(100)).toBe(true);
  // It was only slow. It must not give back what it does not hold anymore.
  dropped.release();
  expect(memory.share().take(1)).toBe(false);
});
