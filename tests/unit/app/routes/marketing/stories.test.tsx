import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { coverDrawing } from "../../../../../app/components/motif/cover";
import Stories, { loader as loadStories } from "../../../../../app/routes/marketing/stories";
import StoryPage, { loader as loadStory, meta } from "../../../../../app/routes/marketing/story";
import { readLinks, readText, renderPage } from "./render-page";

/** The loader's data for a path. The loader reads only `url`. */
function storiesAt(path: string) {
  const url = new URL(path, "https://navarambh.example");
  return loadStories({ url } as Parameters<typeof loadStories>[0]);
}

function storyAt(id: string) {
  return loadStory({ params: { id } } as Parameters<typeof loadStory>[0]);
}

/** The cards of the grid. */
const cardsOf = (html: string) => parse(html).querySelectorAll("[aria-labelledby=all-title] > ul > li");

test("the page has three statistics, three featured stories and twelve cards", () => {
  const html = renderPage(Stories, "/stories", storiesAt("/stories"));
  const text = readText(html);
  for (const figure of ["Success Stories 1000+", "Active Collaborations 5000+", "Students Impacted 50K+"]) {
    expect(text).toContain(figure);
  }
  expect(html.match(/aria-roledescription="slide"/g)).toHaveLength(3);
  expect(cardsOf(html)).toHaveLength(12);
});

test.each(["/stories", "/stories?category=startup"])("the featured stories come last in the grid of %s", (path) => {
  const { cards, featured } = storiesAt(path);
  const isFeatured = cards.map((card) => featured.some(({ id }) => id === card.story.id));
  expect(isFeatured).toContain(true);
  expect(isFeatured).toEqual([...isFeatured].sort());
});

test("only wide cards show a pull quote", () => {
  const { cards } = storiesAt("/stories");
  expect(cards.flatMap(({ pullQuote }, index) => (pullQuote === null ? [] : [index]))).toEqual([0, 6, 10]);
  const html = renderPage(Stories, "/stories", storiesAt("/stories"));
  const pulls = cardsOf(html).map((card) => card.querySelectorAll("p").some(({ text }) => /^“.+”$/.test(text)));
  expect(pulls.flatMap((hasPull, index) => (hasPull ? [index] : []))).toEqual([0, 6, 10]);
});

test.each([
  ["/stories", () => renderPage(Stories, "/stories", storiesAt("/stories"))],
  ["/stories/onion-meter", () => renderPage(StoryPage, "/stories/onion-meter", storyAt("onion-meter").data)],
])("the first cover of %s is inline, and all others are images with low priority", (_, render) => {
  const [first, ...others] = render().match(/<svg [^>]*viewBox="0 0 320 200".*?<\/svg>|<img [^>]*>/gs) ?? [];
  expect(first).toContain(coverDrawing({ id: "onion-meter", category: "startup" }));
  expect(others.length).toBeGreaterThan(0);
  for (const cover of others) expect(cover).toMatch(/^<img [^>]*src="\/covers\/[\w-]+\.svg"[^>]* fetchPriority="low"/);
});

test("the filters show the fixed counts, and the current one is marked", () => {
  const html = renderPage(Stories, "/stories", storiesAt("/stories?category=startup"));
  const tabs = parse(html).querySelector("nav[aria-label='Filter stories']")?.outerHTML ?? "";
  expect(readLinks(tabs).map(({ text, href }) => [text.replace(/\s*\(\s*/, " (").replace(/\s*\)/, ")"), href])).toEqual(
    [
      ["All (12)", "/stories#all"],
      ["Success (5)", "/stories?category=success#all"],
      ["Startup (4)", "/stories?category=startup#all"],
      ["Collaboration (3)", "/stories?category=collaboration#all"],
    ],
  );
  expect(tabs.match(/aria-current="true"/g)).toHaveLength(1);
  expect(cardsOf(html)).toHaveLength(4);
});

test("previous and next are fragment links that wrap around", () => {
  const html = renderPage(Stories, "/stories", storiesAt("/stories"));
  const arrows = readLinks(html).filter(({ text }) => text === "Previous story" || text === "Next story");
  expect(arrows.map(({ href }) => href)).toEqual([
    "#featured-3",
    "#featured-2",
    "#featured-1",
    "#featured-3",
    "#featured-2",
    "#featured-1",
  ]);
});

test("Read More and all cards link to stories, and the closing section links to sign-up and a mail", () => {
  const links = readLinks(renderPage(Stories, "/stories", storiesAt("/stories")));
  expect(links.filter(({ text }) => text.startsWith("Read More"))).toHaveLength(3);
  expect(new Set(links.filter(({ href }) => href.startsWith("/stories/")).map(({ href }) => href)).size).toBe(12);
  expect(links).toContainEqual({ text: "Join", href: "/signup" });
  expect(links).toContainEqual({
    text: "Share Your Story",
    href: "mailto:hello@navarambh.example?subject=My%20story",
  });
});

test("a story's page has its text, its author and the next story", () => {
  const { data } = storyAt("kumasi-loom");
  const text = readText(renderPage(StoryPage, "/stories/kumasi-loom", data));
  expect(text).toContain("A loom in Kumasi, a pattern from Pune");
  expect(text).toContain("Adwoa Mensah");
  expect(text).toContain("Opanyin Kofi");
  expect(text).toContain("My first salary came from a stranger’s idea");
});

test("a story's metadata include Article and BreadcrumbList", () => {
  const descriptors = meta({ loaderData: storyAt("kumasi-loom").data } as Parameters<typeof meta>[0]);
  const types = descriptors.flatMap((descriptor) =>
    "script:ld+json" in descriptor ? [Reflect.get(Object(descriptor["script:ld+json"]), "@type")] : [],
  );
  expect(types).toEqual(["Article", "BreadcrumbList"]);
  expect(descriptors).toContainEqual({ property: "og:type", content: "article" });
});

test("an unknown story shows the home page, with status 404 and its canonical link", () => {
  const response = storyAt("nowhere");
  expect(response.init).toMatchObject({ status: 404 });
  expect(response.data).toBeNull();
  expect(readText(renderPage(StoryPage, "/stories/nowhere", null))).toContain("Launch Your Ideas, Build the Future");
  const descriptors = meta({ loaderData: null } as unknown as Parameters<typeof meta>[0]);
  expect(descriptors).toContainEqual({ name: "robots", content: "noindex" });
  expect(descriptors).toContainEqual({ tagName: "link", rel: "canonical", href: "https://navarambh.example/" });
});
