import type { StoryCategory } from "./story";

export interface StoryFilter {
  /** Null for all stories. */
  category: StoryCategory | null;
  label: string;
  /** Fixed by the specification. There are as many stories. */
  count: number;
  /** The indexes of the cards that span two of three columns, so that all rows are full and neighbouring rows differ. */
  wideCards: readonly number[];
}

const ALL_STORIES: StoryFilter = { category: null, label: "All", count: 12, wideCards: [0, 6, 10] };

export const STORY_FILTERS: readonly StoryFilter[] = [
  ALL_STORIES,
  { category: "success", label: "Success", count: 5, wideCards: [0] },
  { category: "startup", label: "Startup", count: 4, wideCards: [0, 3] },
  { category: "collaboration", label: "Collaboration", count: 3, wideCards: [] },
];

/** The filter for the parameter `category`; all stories for an unknown value. */
export function findFilter(category: string | null): StoryFilter {
  return STORY_FILTERS.find((filter) => filter.category === category) ?? ALL_STORIES;
}
