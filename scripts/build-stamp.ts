// Checks whether the build in build/ is up to date, by a hash of all files that a build reads. Wrangler runs this file before it starts
// or deploys a build (see vite.config.ts).
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file and folder of the project that a build reads. */
export const SOURCES = [
  "app",
  "public",
  "worker",
  "package-lock.json",
  "react-router.config.ts",
  "scripts/bootstrap.ts",
  "scripts/build-stamp.ts",
  "scripts/common-passwords.ts",
  "scripts/public-files",
  "scripts/style-rules.ts",
  "tsconfig.base.json",
  "tsconfig.json",
  "vite.config.ts",
  "wrangler.toml",
];

/**
 * The file with the hash of the last build's sources. It is in the folder that Wrangler watches, and is written last, so that a running
 * `wrangler dev` reloads when a new build is complete.
 */
export const STAMP_FILE = ".wrangler/deploy/sources.sha256";

/**
 * Hashes the names and contents of all sources below `root`. Modification times would not do, since a checkout sets them all anew.
 */
export function hashSources(root: string): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => filesBelow(root, source))) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** True when the build below `root` was made from the current sources. */
export function isBuildCurrent(root: string): boolean {
  const stamp = join(root, STAMP_FILE);
  if (!existsSync(stamp) || !existsSync(join(root, "build/server/index.js"))) return false;
  return readFileSync(stamp, "utf8") === hashSources(root);
}

/** All files below a path, without hidden ones, which no build reads. */
function filesBelow(root: string, path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter((name) => !name.startsWith("."))
    .sort()
    .flatMap((child) => filesBelow(root, `${path}/${child}`));
}

/** The reason why `wrangler <command>` should not use the build below `root`; null when it can. */
function findBuildError(root: string, command: string | undefined, environment: string | undefined): string | null {
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
  const message = findBuildError(root, command, environment);
  if (message) console.error(message);
  // `wrangler dev` may run an outdated build, with a warning; a deployment may not.
  if (message && command !== "dev") process.exit(1);
}
