import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { publicFiles, sitemapPaths } from "../../../../scripts/public-files/content";

test("the files in public/ are those that the content makes; scripts/public-files/write.ts writes them", () => {
  for (const [path, content] of publicFiles()) expect(readFileSync(`public/${path}`, "utf8"), path).toBe(content);
});

test("no cover is left of a story that is gone", () => {
  const made = [...publicFiles().keys()].filter((path) => path.startsWith("covers/"));
  expect(readdirSync("public/covers").map((name) => `covers/${name}`)).toEqual(made.sort());
});

test("the sitemap names every public page once", () => {
  const paths = sitemapPaths();
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toEqual(expect.arrayContaining(["/", "/launchpad", "/about", "/collaboration", "/stories", "/terms"]));
  expect(paths.filter((path) => path.startsWith("/stories/"))).toHaveLength(12);
});
