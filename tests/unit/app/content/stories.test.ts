import { expect, test } from "vitest";
import { findFilter, STORY_FILTERS } from "../../../../app/content/stories/filters";
import { findStory, listStories, nextStory, STORIES, summarize } from "../../../../app/content/stories/stories";

test("there are twelve stories with ids of their own", () => {
  expect(STORIES).toHaveLength(12);
  expect(new Set(STORIES.map(({ id }) => id)).size).toBe(12);
});

test.each(STORY_FILTERS.map((filter) => [filter.label, filter] as const))(
  "the count on the tab %s is true",
  (_, filter) => {
    expect(listStories(filter.category)).toHaveLength(filter.count);
  },
);

test.each(STORY_FILTERS.map((filter) => [filter.label, filter] as const))(
  "the cards of %s fill rows of three",
  (_, filter) => {
    const widths = Array.from({ length: filter.count }, (_card, i) => (filter.wideCards.includes(i) ? 2 : 1));
    let filled = 0;
    for (const width of widths) {
      // A wide card that does not fit would leave a hole.
      expect((filled % 3) + width).toBeLessThanOrEqual(3);
      filled += width;
    }
    expect(filled % 3).toBe(0);
  },
);

test("an unknown category is all of them", () => {
  expect(findFilter("poetry").count).toBe(12);
  expect(findFilter(null).count).toBe(12);
});

test("a story's large sentence stands in its text", () => {
  for (const { id, body, pullQuote } of STORIES) {
    expect(body.length, id).toBeGreaterThanOrEqual(4);
    const text = body.join(" ");
    for (const sentence of pullQuote.split(/(?<=[.?])\s/)) expect(text, id).toContain(sentence.replace(/\.$/, ""));
  }
});

test("reading times run from 4 to 10 minutes", () => {
  const times = STORIES.map(({ readTime }) => readTime);
  expect(Math.min(...times)).toBe(4);
  expect(Math.max(...times)).toBe(10);
});

test("summaries carry no bodies, and nothing that most cards do not show", () => {
  for (const story of STORIES) {
    const shown = summarize(story);
    expect(shown).toMatchObject({ id: story.id, title: story.title });
    for (const name of ["pullQuote", "authorRole", "body"]) expect(shown).not.toHaveProperty(name);
  }
});

test("an unknown id names no story, and the last story is followed by the first", () => {
  expect(findStory("nowhere")).toBeUndefined();
  expect(nextStory("maths-bus").id).toBe("onion-meter");
});
