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

/** Shorter sentences are common phrases. Text without a full stop is often a name or a label, so it must be longer. */
const MIN_WORDS = 4;
const MIN_WORDS_WITHOUT_STOP = 7;

/** The sentences of some HTML or text. The end of a block element ends a sentence. */
function sentences(html: string): string[] {
  return html
    .split(/<\/?(?:p|li|dt|dd|h[1-6]|blockquote|figcaption|div|section|svg|path|label)\b[^>]*>/)
    .flatMap((block) => readText(block).split(/(?<=[.?!:”])\s+/))
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) => sentence.split(/\s+/).length >= (/[.?!:”]$/.test(sentence) ? MIN_WORDS : MIN_WORDS_WITHOUT_STOP),
    );
}

test("no sentence is on two pages, except titles, excerpts and pull quotes of stories", () => {
  const pages: [path: string, html: string][] = [
    ["/", renderPage(Home, "/", { isAccountDeleted: false })],
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
  const pathsBySentence = new Map<string, string[]>();
  for (const [path, html] of pages) {
    const own = new Set(sentences(html));
    expect(own.size, path).toBeGreaterThan(5);
    for (const sentence of own) {
      if (introductions.has(sentence) || sentence.startsWith("In force since")) continue;
      pathsBySentence.set(sentence, [...(pathsBySentence.get(sentence) ?? []), path]);
    }
  }
  expect([...pathsBySentence].filter(([, paths]) => paths.length > 1)).toEqual([]);
});
