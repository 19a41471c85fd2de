import { expect, test } from "vitest";
import {
  CLOTH_HEIGHT,
  CLOTH_WIDTH,
  clothSvg,
  INDIGO,
  INDIGO_SOFT,
  RINGS,
} from "../../../../../app/components/motif/launchpad-cloth";
import { frameSvg } from "../../../../../scripts/media/video/frame";

interface Dot {
  x: number;
  y: number;
  color: string;
  size: number;
}

/** The halo, ring and eye of each knot in the picture. */
function dotsOfCloth(): Dot[] {
  const svg = clothSvg();
  const paths = new Map([...svg.matchAll(/<path id="(\d)" d="([^"]*)"/g)].map(([, id = "", path = ""]) => [id, path]));
  return [...svg.matchAll(/<use href="#(\d)" stroke="([^"]*)" stroke-width="([^"]*)"/g)].flatMap(
    ([, id = "", color = "", size = ""]) => {
      let [x, y] = [0, 0];
      return [...(paths.get(id) ?? "").matchAll(/[Mm](-?\d+) ?(-?\d+)h0/g)].map(([, dx, dy]) => {
        [x, y] = [x + Number(dx), y + Number(dy)];
        return { x, y, color, size: Number(size) };
      });
    },
  );
}

/** The same dots in the video's first frame, where a knot's path is as long as its pull. */
function dotsOfFrame(): Dot[] {
  return (
    [...frameSvg(0).matchAll(/<path d="M(\S+) (\S+)h(\S+)" stroke="([^"]*)" stroke-width="([^"]*)"\/>/g)]
      .map(([, x, y, pull, color = "", size]) => ({
        x: Number(x) + Number(pull) / 2,
        y: Number(y),
        color,
        size: Number(size),
      }))
      // Without the sun, which is not a knot.
      .filter(({ y }) => y !== CLOTH_HEIGHT)
  );
}

test("the video's first frame equals the picture: each knot is at most one unit away", () => {
  const [still, video] = [dotsOfCloth(), dotsOfFrame()];
  expect(video.length).toBeGreaterThan(500);
  expect(still).toHaveLength(video.length);
  for (const dot of video) {
    const near = still.filter(
      ({ x, y, color, size }) =>
        color === dot.color && Math.abs(size - dot.size) < 0.1 && Math.hypot(x - dot.x, y - dot.y) <= 1,
    );
    expect(near, JSON.stringify(dot)).toHaveLength(1);
  }
  expect(new Set(still.map(({ color }) => color))).toEqual(new Set([INDIGO, INDIGO_SOFT, ...Object.values(RINGS)]));
});

test("the picture has the size of the video", () => {
  const [still, video] = [clothSvg(), frameSvg(0)].map((svg) => /<svg [^>]*>/.exec(svg)?.[0]);
  expect(still).toBe(video);
  expect(still).toContain(`viewBox="0 0 ${CLOTH_WIDTH} ${CLOTH_HEIGHT}"`);
});

test("the picture contains only characters that `svgUri` accepts", () => {
  expect(clothSvg()).not.toMatch(/[&'\n]|[^\x20-\x7e]/);
});
