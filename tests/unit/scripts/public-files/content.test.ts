import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { BRAND } from "../../../../app/content/brand";
import { STORIES } from "../../../../app/content/stories/stories";
import { publicFiles, sitemapPaths } from "../../../../scripts/public-files/content";

test("the sitemap names every public page once", () => {
  const paths = sitemapPaths();
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toEqual(expect.arrayContaining(["/", "/launchpad", "/about", "/collaboration", "/stories", "/terms"]));
  expect(paths.filter((path) => path.startsWith("/stories/"))).toHaveLength(12);
  const sitemap = publicFiles().get("sitemap.xml");
  for (const path of paths) expect(sitemap).toContain(`<loc>${BRAND.origin}${path}</loc>`);
});

test("every story has a cover", () => {
  for (const { id } of STORIES) expect(publicFiles().get(`covers/${id}.svg`)).toMatch(/^<svg /);
});

test("robots.txt names the sitemap", () => {
  expect(publicFiles().get("robots.txt")).toContain(`Sitemap: ${BRAND.origin}/sitemap.xml`);
});

test("the web manifest has the site's name and existing icons", () => {
  const { name, icons } = JSON.parse(publicFiles().get("site.webmanifest") ?? "");
  expect(name).toBe("Navarambh Innovation Hub");
  for (const { src } of icons) expect(existsSync(`public${src}`), src).toBe(true);
});
