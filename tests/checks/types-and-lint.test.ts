// Runs the checks of `npm run check` as a part of the tests.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test.each(["typecheck", "lint", "unused"])("npm run %s succeeds", { timeout: 180_000 }, (script) => {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", script], { cwd: ROOT, encoding: "utf8" });
  expect(status === 0 ? "" : stdout + stderr).toBe("");
});
