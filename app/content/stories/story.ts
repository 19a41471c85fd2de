const STORY_CATEGORIES = ["success", "startup", "collaboration"] as const;
export type StoryCategory = (typeof STORY_CATEGORIES)[number];

/** A story as cards and carousel show it. */
export interface StorySummary {
  /** The last part of its address, and what its cover is drawn from. */
  id: string;
  title: string;
  excerpt: string;
  author: string;
  /** ISO 8601. */
  date: string;
  /** In minutes. */
  readTime: number;
  category: StoryCategory;
  likes: number;
  comments: number;
  tags: readonly string[];
}

export interface Story extends StorySummary {
  /** A sentence of the story that stands for the whole. */
  pullQuote: string;
  /** What the author does, and where. */
  authorRole: string;
  /** Paragraphs, in order. */
  body: readonly string[];
}
