// What `npm run check` does, so that a run of the tests has done it too.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test.each(["typecheck", "lint"])("npm run %s finds nothing", { timeout: 180_000 }, (script) => {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", script], { cwd: ROOT, encoding: "utf8" });
  expect(status === 0 ? "" : stdout + stderr).toBe("");
});
