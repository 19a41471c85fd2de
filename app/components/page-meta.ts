// What every page says about itself to search engines and to those who share it.
import type { MetaDescriptor } from "react-router";
import { BRAND, SOCIAL_NETWORKS } from "../content/brand";
import { localPath } from "../navigation/local-path";

interface PageMeta {
  /** The page's own title; the product's name is added unless the title has it. */
  title: string;
  description: string;
  /** The canonical path, from the root: "/stories". */
  path: string;
  /** Keeps the page out of search engines: unknown paths, and pages that only a member or a mailed link reaches. */
  noindex?: boolean;
  /** Path of the 1200 x 630 picture shown where the page is shared. */
  image?: string;
  type?: "website" | "article";
  /** Structured data beside the organization's, which every page has. */
  jsonLd?: readonly JsonLd[];
}

/** A schema.org object. */
export type JsonLd = { "@type": string } & Record<string, unknown>;

/** An absolute address at the canonical origin. */
export function absoluteUrl(path: string): string {
  return new URL(localPath(path), BRAND.origin).href;
}

/** schema.org Organization, for the document around every page. `sameAs` has only the social addresses that a deployment configured. */
export function organizationJsonLd(socialLinks: Readonly<Record<string, string | undefined>> = {}): JsonLd {
  const sameAs = SOCIAL_NETWORKS.flatMap(({ key }) => socialLinks[key] ?? []);
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    "@id": absoluteUrl("/#organization"),
    name: BRAND.name,
    slogan: BRAND.tagline,
    url: absoluteUrl("/"),
    logo: absoluteUrl("/icon-512.png"),
    description: BRAND.description,
    email: BRAND.email,
    telephone: BRAND.phone,
    address: { "@type": "PostalAddress", addressLocality: "Pune", addressRegion: "Maharashtra", addressCountry: "IN" },
    ...(sameAs.length > 0 && { sameAs }),
  };
}

/** The descriptors of one page, for a route's `meta`. JSON-LD is data that no browser runs, so it needs no nonce. */
export function pageMeta({
  title,
  description,
  path,
  noindex = false,
  image = "/share/navarambh.png",
  type = "website",
  jsonLd = [],
}: PageMeta): MetaDescriptor[] {
  const fullTitle = title.includes(BRAND.name) ? title : `${title} | ${BRAND.name}`;
  const url = absoluteUrl(path);
  const sharing: MetaDescriptor[] = [
    { property: "og:site_name", content: BRAND.name },
    { property: "og:type", content: type },
    { property: "og:locale", content: "en_IN" },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: absoluteUrl(image) },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: title },
    // Its title, description and picture are Open Graph's.
    { name: "twitter:card", content: "summary_large_image" },
  ];
  return [
    { title: fullTitle },
    { name: "description", content: description },
    ...(noindex ? [{ name: "robots", content: "noindex" }] : []),
    { tagName: "link", rel: "canonical", href: url },
    ...sharing,
    ...jsonLd.map((data) => ({ "script:ld+json": { "@context": "https://schema.org", ...data } })),
  ];
}
