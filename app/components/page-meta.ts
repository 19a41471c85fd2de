// The metadata of pages, for search engines and link previews.
import type { MetaDescriptor } from "react-router";
import { BRAND, SOCIAL_NETWORKS } from "../content/brand";
import { localPath } from "../navigation/local-path";

interface PageMeta {
  /** The product's name is added unless the title contains it. */
  title: string;
  description: string;
  /** The canonical path, from the root: "/stories". */
  path: string;
  /** True for unknown paths, and for pages that are opened only by members or from a mailed link. */
  noindex?: boolean;
  /** The path of the picture for link previews, 1200 x 630 pixels. */
  image?: string;
  type?: "website" | "article";
  /** Structured data in addition to the organization's, which every page has. */
  jsonLd?: readonly JsonLd[];
}

/** A schema.org object. */
export type JsonLd = { "@type": string } & Record<string, unknown>;

/** The absolute URL of a path at the canonical origin. */
export function absoluteUrl(path: string): string {
  return new URL(localPath(path), BRAND.origin).href;
}

/** The schema.org Organization, for the root layout. `sameAs` contains the social links that the deployment has configured. */
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

/** The descriptors for a route's `meta`. JSON-LD is not executed, so it needs no nonce. */
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
    // X reads title, description and image from Open Graph.
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
