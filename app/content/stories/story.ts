const STORY_CATEGORIES = ["success", "startup", "collaboration"] as const;
export type StoryCategory = (typeof STORY_CATEGORIES)[number];

/** The data of a story on cards and slides. */
export interface StorySummary {
  /** The last part of the path, and the seed of the cover's drawing. */
  id: string;
  title: string;
  excerpt: string;
  author: string;
  /** In ISO 8601: "2025-03-14". */
  date: string;
  /** In minutes. */
  readTime: number;
  category: StoryCategory;
  likes: number;
  comments: number;
  tags: readonly string[];
}

export interface Story extends StorySummary {
  /** A sentence of the story, set in large type. */
  pullQuote: string;
  /** The author's occupation and place. */
  authorRole: string;
  /** The paragraphs. */
  body: readonly string[];
}
