import { expect, test } from "vitest";
import { wrapIndex } from "../../../../../app/components/stories/carousel";

test("the carousel's index wraps around in both directions", () => {
  expect([0, 1, 2].map((index) => wrapIndex(index, 1, 3))).toEqual([1, 2, 0]);
  expect([0, 1, 2].map((index) => wrapIndex(index, -1, 3))).toEqual([2, 0, 1]);
});
