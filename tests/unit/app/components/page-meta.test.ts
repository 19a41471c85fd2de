import { expect, test } from "vitest";
import { organizationJsonLd, pageMeta } from "../../../../app/components/page-meta";

const page = { title: "Stories", description: "Twelve stories.", path: "/stories" };

test("a page has title, description, canonical link, Open Graph and Twitter card", () => {
  const descriptors = pageMeta(page);
  expect(descriptors).toContainEqual({ title: "Stories | Navarambh" });
  expect(descriptors).toContainEqual({ name: "description", content: "Twelve stories." });
  expect(descriptors).toContainEqual({
    tagName: "link",
    rel: "canonical",
    href: "https://navarambh.example/stories",
  });
  expect(descriptors).toContainEqual({ property: "og:url", content: "https://navarambh.example/stories" });
  expect(descriptors).toContainEqual({ name: "twitter:card", content: "summary_large_image" });
});

test("the product's name is not repeated in a title", () => {
  expect(pageMeta({ ...page, title: "Join Navarambh" })).toContainEqual({ title: "Join Navarambh" });
});

test("only a page with `noindex` has the robots tag", () => {
  const robots = { name: "robots", content: "noindex" };
  expect(pageMeta(page)).not.toContainEqual(robots);
  expect(pageMeta({ ...page, noindex: true })).toContainEqual(robots);
});

test("a page with `noindex` has a link preview, too", () => {
  const cards = (noindex: boolean) =>
    pageMeta({ ...page, noindex }).filter(
      (tag) => "property" in tag || ("name" in tag && String(tag.name).startsWith("twitter:")),
    );
  expect(cards(true)).toEqual(cards(false));
});

test("the organization's `sameAs` contains only configured social links", () => {
  expect(organizationJsonLd()).not.toHaveProperty("sameAs");
  expect(organizationJsonLd({ x: "https://x.example/navarambh", youtube: undefined })).toMatchObject({
    sameAs: ["https://x.example/navarambh"],
  });
});
