import { expect, test } from "vitest";
import { arc, createRandom, hash, ties } from "../../../../../app/components/motif/ties";

test("hash returns the published test vectors of FNV-1a", () => {
  expect(hash("")).toBe(0x811c9dc5);
  expect(hash("a")).toBe(0xe40c292c);
  expect(hash("foobar")).toBe(0xbf9cf968);
});

test("the same seed gives the same numbers, in [0, 1)", () => {
  const first = createRandom(7);
  const second = createRandom(7);
  const numbers = Array.from({ length: 50 }, () => first());
  expect(Array.from({ length: 50 }, () => second())).toEqual(numbers);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
});

test("ties are written as relative moves in whole numbers", () => {
  expect(ties([])).toBe("");
  expect(
    ties([
      [10.4, 20],
      [4.6, 26],
    ]),
  ).toBe("M10 20h0m-5 6h0");
});

test("the move to the next tie starts at the end of the pull", () => {
  // 0.2 selects the second pull of six: one unit to the right.
  expect(
    ties(
      [
        [10, 10],
        [20, 10],
      ],
      () => 0.2,
    ),
  ).toBe("M10 10h1m9 0h1");
});

test("an arc runs counter-clockwise from east, with its ends at the given angles", () => {
  const points = arc({ center: [100, 100], radius: 50, from: 0, to: 180, count: 3, slack: 0 }, () => 0.5);
  expect(points.map(([x, y]) => [Math.round(x), Math.round(y)])).toEqual([
    [150, 100],
    [100, 50],
    [50, 100],
  ]);
});
