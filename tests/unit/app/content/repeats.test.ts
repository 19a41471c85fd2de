import { expect, test } from "vitest";
import { nextStory, STORIES } from "../../../../app/content/stories/stories";
import About from "../../../../app/routes/marketing/about";
import Collaboration from "../../../../app/routes/marketing/collaboration";
import Cookies from "../../../../app/routes/marketing/cookies";
import Home from "../../../../app/routes/marketing/home";
import Launchpad from "../../../../app/routes/marketing/launchpad";
import Privacy from "../../../../app/routes/marketing/privacy";
import Stories from "../../../../app/routes/marketing/stories";
import StoryPage from "../../../../app/routes/marketing/story";
import Terms from "../../../../app/routes/marketing/terms";
import { readText, renderPage } from "../routes/marketing/render-page";

/** Shorter ones are turns of phrase that any two pages may share, or, without a full stop, names and labels. */
const FEWEST_WORDS = 4;
const FEWEST_WORDS_UNENDED = 7;

/** The sentences of some HTML or text; headings, entries of lists and terms end where their element does. */
function sentences(html: string): string[] {
  return html
    .split(/<\/?(?:p|li|dt|dd|h[1-6]|blockquote|figcaption|div|section|svg|path|label)\b[^>]*>/)
    .flatMap((block) => readText(block).split(/(?<=[.?!:”])\s+/))
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) => sentence.split(/\s+/).length >= (/[.?!:”]$/.test(sentence) ? FEWEST_WORDS : FEWEST_WORDS_UNENDED),
    );
}

test("no sentence stands on two pages, save what introduces a story where it is offered and where it is told", () => {
  const pages: [path: string, html: string][] = [
    ["/", renderPage(Home, "/", { hasLeft: false })],
    ["/about", renderPage(About, "/about")],
    ["/collaboration", renderPage(Collaboration, "/collaboration")],
    ["/launchpad", renderPage(Launchpad, "/launchpad", { poster: "data:," })],
    ["/privacy", renderPage(Privacy, "/privacy")],
    ["/terms", renderPage(Terms, "/terms")],
    ["/cookies", renderPage(Cookies, "/cookies")],
    [
      "/stories",
      renderPage(Stories, "/stories", {
        category: null,
        cards: STORIES.map((story) => ({ story, pullQuote: story.pullQuote })),
        featured: STORIES.slice(0, 3),
      }),
    ],
    ...STORIES.map((story): [string, string] => [
      `/stories/${story.id}`,
      renderPage(StoryPage, `/stories/${story.id}`, { story, next: nextStory(story.id) }),
    ]),
  ];
  const introductions = new Set(
    STORIES.flatMap(({ title, excerpt, pullQuote }) =>
      [title, excerpt, pullQuote, `“${pullQuote}”`].flatMap(sentences),
    ),
  );
  const places = new Map<string, string[]>();
  for (const [path, html] of pages) {
    const own = new Set(sentences(html));
    expect(own.size, path).toBeGreaterThan(5);
    for (const sentence of own) {
      if (introductions.has(sentence) || sentence.startsWith("In force since")) continue;
      places.set(sentence, [...(places.get(sentence) ?? []), path]);
    }
  }
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
});
