import { expect, test } from "vitest";
import { findFilter, STORY_FILTERS } from "../../../../app/content/stories/filters";
import { findStory, listStories, nextStory, STORIES, summarize } from "../../../../app/content/stories/stories";

test("there are twelve stories with unique ids", () => {
  expect(STORIES).toHaveLength(12);
  expect(new Set(STORIES.map(({ id }) => id)).size).toBe(12);
});

test.each(STORY_FILTERS.map((filter) => [filter.label, filter] as const))(
  "the count of the filter %s is the number of its stories",
  (_, filter) => {
    expect(listStories(filter.category)).toHaveLength(filter.count);
  },
);

test.each(STORY_FILTERS.map((filter) => [filter.label, filter] as const))(
  "the cards of the filter %s fill rows of three columns",
  (_, filter) => {
    const widths = Array.from({ length: filter.count }, (_card, i) => (filter.wideCards.includes(i) ? 2 : 1));
    let filled = 0;
    for (const width of widths) {
      // A wide card that does not fit into its row would leave a gap.
      expect((filled % 3) + width).toBeLessThanOrEqual(3);
      filled += width;
    }
    expect(filled % 3).toBe(0);
  },
);

test("an unknown category selects all stories", () => {
  expect(findFilter("poetry").count).toBe(12);
  expect(findFilter(null).count).toBe(12);
});

test("a story's text contains its pull quote", () => {
  for (const { id, body, pullQuote } of STORIES) {
    expect(body.length, id).toBeGreaterThanOrEqual(4);
    const text = body.join(" ");
    for (const sentence of pullQuote.split(/(?<=[.?])\s/)) expect(text, id).toContain(sentence.replace(/\.$/, ""));
  }
});

test("reading times range from 4 to 10 minutes", () => {
  const times = STORIES.map(({ readTime }) => readTime);
  expect(Math.min(...times)).toBe(4);
  expect(Math.max(...times)).toBe(10);
});

test("summaries contain no body, pull quote and author role", () => {
  for (const story of STORIES) {
    const shown = summarize(story);
    expect(shown).toMatchObject({ id: story.id, title: story.title });
    for (const name of ["pullQuote", "authorRole", "body"]) expect(shown).not.toHaveProperty(name);
  }
});

test("an unknown id finds no story, and the first story follows the last", () => {
  expect(findStory("nowhere")).toBeUndefined();
  expect(nextStory("maths-bus").id).toBe("onion-meter");
});
