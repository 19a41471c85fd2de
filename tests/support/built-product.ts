// Makes the production build for the build, pages and browser tests once a run, and provides its folder.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { isBuildCurrent } from "../../scripts/build-stamp";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of a copy of the production build, with `server/wrangler.json` in it. */
    build: string;
  }
}

/**
 * Vitest's global set-up: builds if the sources have changed since the last build, and copies the build. Each project loads this file
 * anew, so that the first one provides the folder to all.
 * @returns the teardown
 */
export function setup({ vitest }: TestProject) {
  const root = vitest.getRootProject();
  if ("build" in root.getProvidedContext()) return;
  const build = buildCopy(join(import.meta.dirname, "../.."));
  root.provide("build", build);
  return () => rmSync(build, { recursive: true, force: true });
}

/** Builds the project at `root` if its sources have changed since its last build. @returns the folder of a copy of the build */
export function buildCopy(root: string): string {
  if (!isBuildCurrent(root)) {
    const cli = join(root, "node_modules/@react-router/dev/bin.cjs");
    // Vitest's own NODE_ENV would make a development build.
    const env = { ...process.env, NODE_ENV: undefined, CLOUDFLARE_ENV: "local" };
    const build = spawnSync(process.execPath, [cli, "build"], { cwd: root, encoding: "utf8", env });
    if (build.status !== 0) throw new Error(`The project does not build:\n${build.stdout}${build.stderr}`);
  }
  const copy = mkdtempSync(join(tmpdir(), "navarambh-build-"));
  cpSync(join(root, "build"), copy, { recursive: true });
  // The copy has neither the developer's own settings nor the check for newer sources.
  rmSync(join(copy, "server/.dev.vars"), { force: true });
  const path = join(copy, "server/wrangler.json");
  const { build: _check, ...config } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify(config));
  return copy;
}
