import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BRAND } from "../../../app/content/brand";
import { sourceFiles } from "../../support/imports";

const ROOT = join(import.meta.dirname, "../../..");
/** These files may contain the name. The embedded backend's project has a name of its own. */
const EXCEPTIONS = ["app/content/", "worker/embedded/project/project.ts"];

test("only app/content contains the product's name and origin", () => {
  const files = sourceFiles(ROOT, ["app", "worker"]).filter(
    (file) => !EXCEPTIONS.some((path) => file.startsWith(path)),
  );
  const lines = files.flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
      .filter((line) => line.includes(BRAND.name) || line.includes(BRAND.origin))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(lines).toEqual([]);
});
