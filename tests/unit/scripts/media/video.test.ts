import { expect, test } from "vitest";
import { cameraAt, firstEyeSize } from "../../../../scripts/media/video/camera";
import { FIRST_KNOT, KNOTS } from "../../../../scripts/media/video/cloth";
import { dyeRadius } from "../../../../scripts/media/video/dye";
import { frameSvg } from "../../../../scripts/media/video/frame";
import {
  FRAME_COUNT,
  FRAME_HEIGHT,
  FRAME_WIDTH,
  FRAMES_PER_SECOND,
  TIMELINE,
  VIDEO_SECONDS,
} from "../../../../scripts/media/video/timeline";

/** The visible part of a frame: everything above the last sheet that covers the frame. */
function seen(svg: string): string {
  return svg.slice(svg.indexOf("<g fill"));
}

test("the video lasts 12 to 20 seconds", () => {
  expect(VIDEO_SECONDS).toBeGreaterThanOrEqual(12);
  expect(VIDEO_SECONDS).toBeLessThanOrEqual(20);
});

test("a frame is always drawn the same, and the frames repeat", () => {
  expect(frameSvg(200)).toBe(frameSvg(200));
  expect(frameSvg(FRAME_COUNT)).toBe(frameSvg(0));
});

test("the last frames equal the first, so that the loop is seamless", () => {
  expect(seen(frameSvg(FRAME_COUNT - 1))).toBe(seen(frameSvg(0)));
});

test("when the camera jumps, the first knot's cotton covers the frame to its corners", () => {
  const { zoom, x, y } = cameraAt(TIMELINE.enter.to - 1e-9);
  const corner = Math.hypot(FRAME_WIDTH, FRAME_HEIGHT) / 2;
  expect([x, y]).toEqual([expect.closeTo(FIRST_KNOT.at[0], 3), expect.closeTo(FIRST_KNOT.at[1], 3)]);
  expect((FIRST_KNOT.size / 2) * zoom).toBeGreaterThan(corner);
});

test("the eye of the entered knot has the size of the point where the next first knot begins", () => {
  const before = TIMELINE.enter.to - 1e-9;
  expect(firstEyeSize(before, 1) * cameraAt(before).zoom).toBeCloseTo(cameraAt(TIMELINE.enter.to).zoom, 3);
});

test("one knot is tied first, then a second, then all others; all before the indigo", () => {
  const starts = KNOTS.map(({ tied }) => tied.from).sort((a, b) => a - b);
  expect(starts[0]).toBe(TIMELINE.firstKnot.from);
  expect(starts[1]).toBe(TIMELINE.secondKnot.from);
  expect(starts[2]).toBeGreaterThan(TIMELINE.secondKnot.to);
  for (const { tied } of KNOTS) expect(tied.to).toBeLessThanOrEqual(TIMELINE.indigo.to);
});

test("yellow knots are tied on yellow cloth: none before the turmeric has passed it", () => {
  const yellow = KNOTS.filter(({ tone }) => tone === "turmeric");
  expect(yellow.length).toBeGreaterThan(10);
  for (const { at, tied } of yellow) {
    const fromSun = Math.hypot(at[0] - FRAME_WIDTH / 2, at[1] - FRAME_HEIGHT);
    expect(dyeRadius(tied.from, "turmeric").edge).toBeGreaterThan(fromSun + 20);
  }
});

test("threads are removed from the sun outwards", () => {
  const rows = [...new Set(KNOTS.map(({ row }) => row))];
  const firstOf = rows.map((row) => Math.min(...KNOTS.filter((knot) => knot.row === row).map((knot) => knot.openedAt)));
  expect(firstOf).toEqual([...firstOf].sort((a, b) => a - b));
  for (const { openedAt } of KNOTS) expect(openedAt + 0.6).toBeLessThan(VIDEO_SECONDS - 1 / FRAMES_PER_SECOND);
});
