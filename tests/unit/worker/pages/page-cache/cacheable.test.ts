// Compares the list of cacheable pages with the app's routes.
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import routes from "../../../../../app/routes";
import { sitemapPaths } from "../../../../../scripts/public-files/content";
import { CACHEABLE_PAGES, cacheablePage, KNOWN_SEGMENTS } from "../../../../../worker/pages/page-cache/cacheable";

const TREE = routes.map(routeObject);
const ORIGIN = "https://navarambh.example";

function routeObject({ id, file, path, index, children }: RouteConfigEntry): RouteObject {
  if (index) return { id: id ?? file, index };
  return { id: id ?? file, path, children: children?.map(routeObject) };
}

/** The file of the route that the router matches for a path. */
function routeOf(pathname: string): string | undefined {
  return matchRoutes(TREE, pathname)?.at(-1)?.route.id;
}

const keyOf = (address: string) => cacheablePage(new URL(ORIGIN + address))?.path ?? null;

describe("cacheable pages", () => {
  it("are the sitemap's pages without forms, the three filters, and the two 404 pages", () => {
    const filters = ["success", "startup", "collaboration"].map((category) => `/stories?category=${category}`);
    const plain = sitemapPaths().filter((path) => path !== "/login" && path !== "/signup");
    expect(CACHEABLE_PAGES.map(({ path }) => path).sort()).toEqual([...plain, ...filters, "/-", "/stories/-"].sort());
  });

  it("have the expected status", () => {
    for (const { path, status } of CACHEABLE_PAGES) expect(status).toBe(path.endsWith("/-") ? 404 : 200);
  });

  it("have their own path as key", () => {
    for (const { path } of CACHEABLE_PAGES) expect(keyOf(path)).toBe(path);
  });
});

describe("a path", () => {
  it("is never unknown below the first segment of a route", () => {
    const paths = routes.flatMap(({ path, children = [] }) => [path, ...children.map((child) => child.path)]);
    const segments = paths.flatMap((path) => path?.split("/")[0] ?? "").filter((segment) => segment !== "*");
    expect(segments.filter((segment) => !KNOWN_SEGMENTS.has(segment))).toEqual([]);
    expect(segments).toContain("dashboard");
  });

  const SPELLINGS = (path: string) => [
    path,
    path.toUpperCase(),
    `${path}/`,
    `/${path}`,
    `${path}//`,
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    `${path};a=b`,
    `${path}%20`,
    `${path}%2F`,
    `${path}%`,
    `${path}.data`,
    `${path}.html`,
    `${path}/more`,
    `${path}/more/still`,
    path.replace("s", "\u017f"),
    path.replace("k", "\u212a"),
    `/nosuch/..${path}`,
    `/nosuch${path}`,
  ];
  const PATHS = [
    ...sitemapPaths(),
    "/dashboard",
    "/signin",
    "/logout",
    "/verify-email",
    "/reset-password",
    "/stories/nosuch",
    "/nosuch",
    "/.env",
    "/wp-login.php",
    "/%E0%A4%A8%E0%A4%B5",
    "/%ff",
    "/-",
    "/stories/-",
    "/stories/../about",
  ].flatMap(SPELLINGS);

  it("leads to the same page as in the router, in every spelling", () => {
    const asked = [...new Set(PATHS)].map((path) => ({ path, key: keyOf(path) }));
    const mistaken = asked.filter(
      ({ path, key }) => key && routeOf(new URL(path, ORIGIN).pathname) !== routeOf(new URL(key, ORIGIN).pathname),
    );
    expect(mistaken).toEqual([]);
    expect(asked.filter(({ path, key }) => key && path.endsWith(".data"))).toEqual([]);
    expect(asked.filter(({ key }) => key === "/-").length).toBeGreaterThan(50);
  });

  it.each([
    "/api",
    "/api/account",
    "/__mailbox",
    "/__manifest",
    "/_root.data",
    "/about.data",
    "/nosuch.data",
    "/media/a.mp4",
    "/assets/entry-gone.js",
    "/fonts/gone.woff2",
  ])("that is not a page is not cacheable: %s", (path) => expect(keyOf(path)).toBeNull());

  it.each(["/nosuch", "/.git/config", "/nosuch/about", "/%E0%A4%A8"])("that is unknown shares one entry: %s", (path) =>
    expect(keyOf(path)).toBe("/-"),
  );
});

describe("a query", () => {
  it.each([
    ["/stories?category=success", "/stories?category=success"],
    ["/stories?utm_source=a&category=startup&fbclid=b", "/stories?category=startup"],
    ["/stories?category=nosuch", "/stories"],
    ["/stories?category=", "/stories"],
    ["/stories?category=success&category=startup", "/stories?category=success"],
    ["/stories?category=Success", "/stories"],
    ["/?utm_source=a&utm_campaign=b", "/"],
    ["/about?fbclid=a", "/about"],
    ["/about?whole", "/about"],
    ["/nosuch?gclid=a", "/-"],
    ["/?a=b", "/"],
    ["/about?category=success", "/about"],
    ["/stories?page=2", "/stories"],
  ])("%s is %s", (address, key) => expect(keyOf(address)).toBe(key));
});
