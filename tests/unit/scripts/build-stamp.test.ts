import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SOURCES } from "../../../scripts/build-stamp";

test("a change of any file that vite.config.ts imports makes the build outdated", () => {
  const config = readFileSync("vite.config.ts", "utf8");
  const imported = [...config.matchAll(/from "\.\/([^"]+)"/g)].map(([, path = ""]) => path);
  expect(imported).toContain("scripts/style-rules.ts");
  const isSource = (path: string) => SOURCES.some((source) => path === source || path.startsWith(`${source}/`));
  expect(imported.filter((path) => !isSource(path))).toEqual([]);
});
