// Runs ffmpeg, and says in one sentence what to do where it is missing.
import { spawn } from "node:child_process";

const MISSING =
  "ffmpeg is needed to encode pictures and video: install it (Debian: apt-get install ffmpeg; macOS: brew install ffmpeg).";

/**
 * Runs ffmpeg with `args`, feeding it `input` piece by piece on its standard input.
 * @throws when ffmpeg is missing or fails; the message has its last words.
 */
export async function runFfmpeg(args: readonly string[], input: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = []) {
  const child = spawn("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...args], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  let words = "";
  child.stderr.on("data", (data) => {
    words = `${words}${data}`.slice(-2000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", (error) =>
      reject(new Error("code" in error && error.code === "ENOENT" ? MISSING : error.message)),
    );
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}: ${words.trim()}`)),
    );
  });
  // What ffmpeg says when it ends says more than the broken pipe it leaves.
  child.stdin.on("error", () => {});
  const fed = (async () => {
    for await (const piece of input) {
      if (child.exitCode !== null || child.stdin.destroyed) break;
      if (!child.stdin.write(piece)) {
        await Promise.race([new Promise((resolve) => child.stdin.once("drain", resolve)), ended]);
      }
    }
    child.stdin.end();
  })();
  await Promise.all([ended, fed]);
}
