import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BRAND } from "../../../app/content/brand";
import { sourceFiles } from "../../support/imports";

const ROOT = join(import.meta.dirname, "../../..");
/** The embedded backend has a project with a name of its own, as any Appwrite has. */
const NAMED = ["app/content/", "worker/embedded/project/project.ts"];

test("the product's name and origin stand in app/content, so that they change in one place", () => {
  const files = sourceFiles(ROOT, ["app", "worker"]).filter((file) => !NAMED.some((place) => file.startsWith(place)));
  const lines = files.flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
      .filter((line) => line.includes(BRAND.name) || line.includes(BRAND.origin))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(lines).toEqual([]);
});
