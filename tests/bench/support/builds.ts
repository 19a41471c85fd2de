// The builds that are measured, made in a copy of the project so that build/ stays as it is.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashSources } from "../../../scripts/build-stamp.ts";
import { copySources } from "../../support/copy-sources.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Outside the project: Tailwind looks at everything below a folder of Git's that holds the build. */
const COPY = join(tmpdir(), `navarambh-bench-${createHash("sha256").update(ROOT).digest("hex").slice(0, 8)}`);

/** The Worker of each build, and the entry of wrangler.toml that it takes the place of. */
const ENTRIES = {
  bench: { instead: "worker/local.ts", entry: "tests/bench/worker/entry.ts" },
  production: { instead: "worker/index.ts", entry: "worker/index.ts" },
} as const;

/** A build: its folder, with `client/` and `server/` in it. */
export type BuildName = keyof typeof ENTRIES;

/**
 * Makes a build, unless the last one is of the same sources: `bench` is the product beside what it is compared with,
 * `production` is what `npm run deploy` sends.
 * @returns the build's folder
 * @throws with what the build said, when it fails.
 */
export function buildFor(name: BuildName): string {
  const folder = join(COPY, name);
  const stamp = join(folder, "sources.sha256");
  const { instead, entry } = ENTRIES[name];
  const hash = `${hashSources(ROOT)} ${readFileSync(join(ROOT, entry), "utf8")}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return join(folder, "build");

  rmSync(folder, { recursive: true, force: true });
  copySources(folder);
  const settings = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  writeFileSync(join(folder, "wrangler.toml"), settings.replace(`main = "${instead}"`, `main = "${entry}"`));

  const tool = join(ROOT, "node_modules/@react-router/dev/bin.cjs");
  const env = { ...process.env, NODE_ENV: undefined, CLOUDFLARE_ENV: name === "bench" ? "local" : "" };
  const build = spawnSync(process.execPath, [tool, "build"], { cwd: folder, encoding: "utf8", env });
  if (build.status !== 0) throw new Error(`The ${name} build failed:\n${build.stdout}${build.stderr}`);
  writeFileSync(stamp, hash);
  return join(folder, "build");
}
