// Writes screenshots as small PNG files with a reduced palette.
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { runFfmpeg } from "./ffmpeg";

/**
 * Writes `picture` (a PNG) to `path` with a palette of at most `colors`, without dithering.
 * @returns its size in bytes.
 */
export async function writePng(path: string, picture: Uint8Array, colors: number): Promise<number> {
  mkdirSync(dirname(path), { recursive: true });
  const palette = `split[a][b];[a]palettegen=max_colors=${colors}:reserve_transparent=0:stats_mode=single[p];[b][p]paletteuse=dither=none`;
  const encoder = ["-c:v", "png", "-pred", "none", "-compression_level", "9", "-frames:v", "1", "-update", "1"];
  await runFfmpeg(["-f", "image2pipe", "-c:v", "png", "-i", "-", "-lavfi", palette, ...encoder, path], [picture]);
  return statSync(path).size;
}
