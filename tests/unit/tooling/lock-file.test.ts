// package-lock.json fits every platform and every registry.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const LOCK_FILE = join(import.meta.dirname, "../../../package-lock.json");
const packages: Record<string, LockedPackage> = JSON.parse(readFileSync(LOCK_FILE, "utf8")).packages;

/** Whether a package that is installed in `folder` finds a dependency there, or in a folder above, as Node looks for it. */
function isLocked(folder: string, dependency: string): boolean {
  if (packages[`${folder}/node_modules/${dependency}`.replace(/^\//, "")]) return true;
  return folder !== "" && isLocked(folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0)), dependency);
}

// npm leaves out a platform's package that it cannot get. `npm ci` then fails wherever that package can be had.
test("every optional dependency is locked, so that each platform gets its own", () => {
  const optional = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((dependency) => ({ folder, dependency })),
  );
  expect(optional.length).toBeGreaterThan(100);
  expect(optional.filter(({ folder, dependency }) => !isLocked(folder, dependency))).toEqual([]);
});

test("no package is bound to the address of a registry", () => {
  expect(Object.values(packages).flatMap(({ resolved }) => resolved ?? [])).toEqual([]);
});
