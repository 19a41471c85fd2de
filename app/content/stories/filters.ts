import type { StoryCategory } from "./story";

export interface StoryFilter {
  /** Null is all of them. */
  category: StoryCategory | null;
  label: string;
  /** Fixed by the specification; the stories are written to make it true. */
  count: number;
  /** Which cards, counted from 0, span two of three columns, so that every row is full and no two rows alike. */
  wideCards: readonly number[];
}

const ALL_STORIES: StoryFilter = { category: null, label: "All", count: 12, wideCards: [0, 6, 10] };

export const STORY_FILTERS: readonly StoryFilter[] = [
  ALL_STORIES,
  { category: "success", label: "Success", count: 5, wideCards: [0] },
  { category: "startup", label: "Startup", count: 4, wideCards: [0, 3] },
  { category: "collaboration", label: "Collaboration", count: 3, wideCards: [] },
];

/** The filter that a `?category=` asks for; anything unknown is all of them. */
export function findFilter(category: string | null): StoryFilter {
  return STORY_FILTERS.find((filter) => filter.category === category) ?? ALL_STORIES;
}
