// Tells whether the build in build/ was made from the sources as they are now: a hash of what a build reads, kept
// for each build. Wrangler runs this file (vite.config.ts tells it to) before it starts or deploys a build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file and folder of the project that a build reads. */
const SOURCES = [
  "app",
  "public",
  "worker",
  "package-lock.json",
  "react-router.config.ts",
  "scripts/bootstrap.ts",
  "tsconfig.json",
  "vite.config.ts",
  "wrangler.toml",
];

/**
 * The file that holds the hash of the last build's sources. It stands beside the file by which Wrangler finds the build
 * and is written last, so that a running `wrangler dev`, which watches it, takes up a new build when it is complete.
 */
export const STAMP_FILE = ".wrangler/deploy/sources.sha256";

/**
 * A hash of the names and contents of all sources below `root`. Contents, not times: a checkout gives every file
 * the same fresh time.
 */
export function hashSources(root: string): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => filesBelow(root, source))) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** True when the build below `root` was made from its sources as they are now. */
export function isBuildCurrent(root: string): boolean {
  const stamp = join(root, STAMP_FILE);
  if (!existsSync(stamp) || !existsSync(join(root, "build/server/index.js"))) return false;
  return readFileSync(stamp, "utf8") === hashSources(root);
}

/** Tools keep their own files in dotted folders, which no build reads. */
function filesBelow(root: string, path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter((name) => !name.startsWith("."))
    .sort()
    .flatMap((child) => filesBelow(root, `${path}/${child}`));
}

/** What to tell who is about to run `wrangler <command>` on the build below `root`: a refusal, a remark, or nothing. */
function remark(root: string, command: string | undefined, environment: string | undefined): string | null {
  if (command !== "dev" && environment === "local") {
    return "This build is of the local environment, with an open mailbox and no real backend: use `npm run deploy`.";
  }
  if (command === "dev" && environment !== "local") {
    return "This build is of the production environment, which has no settings here: run `npm run build` for a local one.";
  }
  return isBuildCurrent(root) ? null : "The sources have changed since this build was made: run `npm run build`.";
}

if (import.meta.main) {
  const [root = ".", environment] = process.argv.slice(2);
  const command = process.env.WRANGLER_COMMAND;
  const sentence = remark(root, command, environment);
  if (sentence) console.error(sentence);
  // What is only being tried out may be older than its sources; what is being deployed may not.
  if (sentence && command !== "dev") process.exit(1);
}
