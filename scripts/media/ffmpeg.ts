// Runs ffmpeg, with a clear error when it is not installed.
import { spawn } from "node:child_process";

const MISSING =
  "ffmpeg is needed to encode pictures and video: install it (Debian: apt-get install ffmpeg; macOS: brew install ffmpeg).";

/**
 * Runs ffmpeg with `args`, writing `input` to its standard input.
 * @throws when ffmpeg is missing or fails; the message ends with its error output.
 */
export async function runFfmpeg(args: readonly string[], input: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = []) {
  const child = spawn("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...args], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  let errorOutput = "";
  child.stderr.on("data", (data) => {
    errorOutput = `${errorOutput}${data}`.slice(-2000);
  });
  const exited = new Promise<void>((resolve, reject) => {
    child.on("error", (error) =>
      reject(new Error("code" in error && error.code === "ENOENT" ? MISSING : error.message)),
    );
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`ffmpeg exited with ${code}: ${errorOutput.trim()}`)),
    );
  });
  // Ignored: after a broken pipe, ffmpeg's own error says more.
  child.stdin.on("error", () => {});
  const written = (async () => {
    for await (const chunk of input) {
      if (child.exitCode !== null || child.stdin.destroyed) break;
      if (!child.stdin.write(chunk)) {
        await Promise.race([new Promise((resolve) => child.stdin.once("drain", resolve)), exited]);
      }
    }
    child.stdin.end();
  })();
  await Promise.all([exited, written]);
}
