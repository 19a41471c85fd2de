// The twelve stories, in the order of the page. The first three are featured.
import { COLLABORATION_STORIES } from "./collaboration";
import { STARTUP_STORIES } from "./startup";
import type { Story, StoryCategory, StorySummary } from "./story";
import { SUCCESS_STORIES } from "./success";

export const STORIES: readonly Story[] = [
  STARTUP_STORIES.onionMeter,
  COLLABORATION_STORIES.kumasiLoom,
  SUCCESS_STORIES.firstSalary,
  STARTUP_STORIES.milkRoute,
  COLLABORATION_STORIES.labSundays,
  SUCCESS_STORIES.noAgain,
  STARTUP_STORIES.quietHours,
  SUCCESS_STORIES.mentorLetter,
  SUCCESS_STORIES.saltPan,
  COLLABORATION_STORIES.kampalaNight,
  STARTUP_STORIES.secondHand,
  SUCCESS_STORIES.mathsBus,
];

export const FEATURED_COUNT = 3;

/** A story without its body, its pull quote and its author's role, which cards and slides do not show. */
export function summarize({ body: _body, pullQuote: _pullQuote, authorRole: _role, ...summary }: Story): StorySummary {
  return summary;
}

/** The stories of a category; all for null. */
export function listStories(category: StoryCategory | null): Story[] {
  return STORIES.filter((story) => category === null || story.category === category);
}

export function findStory(id: string): Story | undefined {
  return STORIES.find((story) => story.id === id);
}

/** The story after the given one; after the last comes the first. */
export function nextStory(id: string): StorySummary {
  const index = STORIES.findIndex((story) => story.id === id);
  const next = STORIES[(index + 1) % STORIES.length];
  if (!next) throw new Error("there are no stories");
  return summarize(next);
}
