// The static files that are generated from the content: story covers, sitemap, robots.txt and web manifest.

import { coverSvg } from "../../app/components/motif/cover";
import { absoluteUrl } from "../../app/components/page-meta";
import { BRAND } from "../../app/content/brand";
import { LEGAL_NAVIGATION, MAIN_NAVIGATION } from "../../app/content/navigation";
import { STORIES } from "../../app/content/stories/stories";

/** Public pages that search engines should know, by path; sign-in and sign-up included, since people look for them. */
export function sitemapPaths(): string[] {
  return [
    ...MAIN_NAVIGATION.map(({ to }) => to),
    ...STORIES.map(({ id }) => `/stories/${id}`),
    "/signup",
    "/login",
    ...LEGAL_NAVIGATION.map(({ to }) => to),
  ];
}

/** A sitemap by the protocol of sitemaps.org, version 0.9. */
function sitemapXml(): string {
  const dates = new Map(STORIES.map(({ id, date }) => [`/stories/${id}`, date]));
  const entries = sitemapPaths().map((path) => {
    const date = dates.get(path);
    return `  <url><loc>${absoluteUrl(path)}</loc>${date ? `<lastmod>${date}</lastmod>` : ""}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`;
}

/** Crawlers may read all public pages, but not the API or members' pages. */
function robotsTxt(): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nDisallow: /verify-email\nDisallow: /reset-password\n\nSitemap: ${absoluteUrl("/sitemap.xml")}\n`;
}

/** The web app manifest, for installing the site on a home screen. */
function webManifest(): string {
  const icon = (size: number, purpose: "any" | "maskable") => ({
    src: `/icon-${purpose === "maskable" ? "maskable-" : ""}${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const manifest = {
    name: `${BRAND.name} ${BRAND.tagline}`,
    short_name: BRAND.name,
    description: "Launch ideas, connect and grow.",
    lang: "en-IN",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: "#122859",
    theme_color: "#122859",
    icons: [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
  };
  return JSON.stringify(manifest, null, 2);
}

/** Content by path below the site's root. */
export function publicFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const { id, category } of STORIES) files.set(`covers/${id}.svg`, coverSvg({ id, category }));
  files.set("sitemap.xml", sitemapXml());
  files.set("robots.txt", robotsTxt());
  files.set("site.webmanifest", webManifest());
  return files;
}
