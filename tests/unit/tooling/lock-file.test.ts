// Lock files fit every platform and every registry.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

type LockedPackages = Record<string, LockedPackage>;

const ROOT = join(import.meta.dirname, "../../..");
const LOCK_FILES = ["package-lock.json", "tests/support/observatory/package-lock.json"];

function readPackages(lockFile: string): LockedPackages {
  return JSON.parse(readFileSync(join(ROOT, lockFile), "utf8")).packages;
}

/** Whether a package that is installed in `folder` finds a dependency there, or in a folder above, as Node looks for it. */
function isLocked(packages: LockedPackages, folder: string, dependency: string): boolean {
  if (packages[`${folder}/node_modules/${dependency}`.replace(/^\//, "")]) return true;
  return (
    folder !== "" && isLocked(packages, folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0)), dependency)
  );
}

// npm leaves out a platform's package that it cannot get. `npm ci` then fails wherever that package can be had.
test("every optional dependency is locked, so that each platform gets its own", () => {
  const packages = readPackages("package-lock.json");
  const optional = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((dependency) => ({ folder, dependency })),
  );
  expect(optional.length).toBeGreaterThan(100);
  expect(optional.filter(({ folder, dependency }) => !isLocked(packages, folder, dependency))).toEqual([]);
});

test.each(LOCK_FILES)("%s binds no package to the address of a registry", (lockFile) => {
  expect(Object.values(readPackages(lockFile)).flatMap(({ resolved }) => resolved ?? [])).toEqual([]);
});

test.each(LOCK_FILES)(
  "%s has a version and a checksum for every package, and none from anywhere but the registry",
  (lockFile) => {
    const { "": project, ...packages } = readPackages(lockFile);
    expect(project).toBeDefined();
    const unchecked = Object.entries(packages).filter(
      ([, { version = "", integrity = "" }]) => !/^\d+\.\d+\.\d+/.test(version) || !/^sha512-/.test(integrity),
    );
    expect(unchecked.map(([folder]) => folder)).toEqual([]);
  },
);
