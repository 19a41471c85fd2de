// Draws the launchpad video and encodes it for the web: public/media/launchpad.{webm,mp4}.
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { withPage } from "./chromium";
import { runFfmpeg } from "./ffmpeg";
import { frameSvg } from "./video/frame";
import { FRAME_COUNT, FRAME_HEIGHT, FRAME_WIDTH, FRAMES_PER_SECOND } from "./video/timeline";

const FOLDER = "public/media";
const VIDEO_BYTES_MAX = 500_000;

/** Tags the colour space, since players guess differently without it. */
const COLOURS = [
  ...["-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"],
  ...["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"],
];
/** One key frame, at the start: nobody seeks in a loop. */
const ONE_KEY_FRAME = ["-g", String(FRAME_COUNT)];

/** Both encodings take two passes, so that the bytes go where the picture moves. */
const ENCODINGS = [
  {
    file: "launchpad.mp4",
    args: [
      ...["-c:v", "libx264", "-preset", "slower", "-tune", "animation", "-profile:v", "high", "-b:v", "216k"],
      ...["-x264-params", "scenecut=0:ref=6:bframes=8:rc-lookahead=100", "-movflags", "+faststart"],
    ],
  },
  {
    file: "launchpad.webm",
    args: [
      "-c:v",
      "libvpx-vp9",
      "-b:v",
      "216k",
      "-lag-in-frames",
      "25",
      "-auto-alt-ref",
      "1",
      "-row-mt",
      "1",
      "-cpu-used",
      "2",
    ],
  },
];

async function* frames(page: Page) {
  for (let index = 0; index < FRAME_COUNT; index++) {
    await page.setContent(`<style>body{margin:0}</style>${frameSvg(index)}`);
    yield await page.screenshot();
  }
}

function requireAtMost(path: string, bytesMax: number): void {
  const { size } = statSync(path);
  if (size > bytesMax) throw new Error(`${path} has ${size} bytes, more than ${bytesMax}`);
  console.log(`${path}: ${size} bytes`);
}

/** Draws every frame and writes the two videos. Throws when a file is too large. */
export async function draw(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), "launchpad-video-"));
  try {
    const master = join(scratch, "master.mkv");
    const rate = ["-framerate", String(FRAMES_PER_SECOND)];
    await withPage({ width: FRAME_WIDTH, height: FRAME_HEIGHT }, (page) =>
      runFfmpeg(
        ["-f", "image2pipe", ...rate, "-c:v", "png", "-i", "-", "-c:v", "ffv1", "-pix_fmt", "bgr0", master],
        frames(page),
      ),
    );
    for (const { file, args } of ENCODINGS) {
      const common = ["-i", master, ...COLOURS, ...args, ...ONE_KEY_FRAME, "-an", "-passlogfile", join(scratch, file)];
      await runFfmpeg([...common, "-pass", "1", "-f", "null", "/dev/null"]);
      await runFfmpeg([...common, "-pass", "2", `${FOLDER}/${file}`]);
      requireAtMost(`${FOLDER}/${file}`, VIDEO_BYTES_MAX);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
