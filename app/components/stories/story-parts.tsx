// Small components that cards, slides and the story page share.
import { cva } from "class-variance-authority";
import { STORY_FILTERS } from "../../content/stories/filters";
import type { StorySummary } from "../../content/stories/story";
import { formatDate } from "../../lib/format-date";
import { trustDrawing } from "./drawing-policy";

/** The classes of an icon in a line of text. */
export const ICON = "w-5 fill-none stroke-current stroke-2";
/** The classes of a cover above its text. */
export const COVER = "aspect-8/5 w-full object-cover";
/** The classes of the line with author, date and counts. */
export const FOOT = "flex flex-wrap items-center gap-x-4.5 gap-y-1 text-sm/body text-ink-soft";

const categoryVariants = cva("inline-flex items-center gap-1.75 font-semibold text-ink before:size-tie before:tie", {
  variants: {
    category: {
      success: "[--color-ring:var(--color-marigold-deep)]",
      startup: "[--color-ring:var(--color-dye)]",
      collaboration: "[--color-ring:var(--color-clay)]",
    },
  },
});

/** Category and reading time. */
export function StoryMeta({ story }: { story: StorySummary }) {
  const label = STORY_FILTERS.find(({ category }) => category === story.category)?.label;
  return (
    <p className="flex flex-wrap gap-x-3.5 gap-y-0.5 text-sm text-ink-soft">
      <span className={categoryVariants({ category: story.category })}>{label}</span>
      <span>{story.readTime} min read</span>
    </p>
  );
}

/** The numbers of likes and comments. */
export function StoryCounts({ story }: { story: StorySummary }) {
  return (
    <>
      <span className="inline-flex items-center gap-1.5">
        <svg className={ICON} viewBox="0 0 24 24" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
          <path d="M12 20C5 15 3 11.5 3 8.5a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 6.5-9 11.5z" />
        </svg>
        <span className="sr-only">Likes: </span>
        {story.likes}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <svg className={ICON} viewBox="0 0 24 24" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
          <path d="M4 5h16v11h-9l-5 4v-4H4z" />
        </svg>
        <span className="sr-only">Comments: </span>
        {story.comments}
      </span>
    </>
  );
}

export function StoryTags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-2 gap-y-1.5 text-xs/body text-ink-soft" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className="border border-line px-2.25 py-0.5">
          {tag}
        </li>
      ))}
    </ul>
  );
}

export function StoryDate({ date }: { date: string }) {
  return <time dateTime={date}>{formatDate(date, "short")}</time>;
}

interface StoryCoverProps {
  id: string;
  drawing?: string | undefined;
  className?: string;
}

/**
 * A story's cover. It is decorative, so it has no alternative text.
 * @param drawing SVG content from `coverDrawing`, for the first cover of a page: inline it appears sooner than an image file. Without it
 * the cover is an image of half a kilobyte with low priority. It is not lazy, so that screenshots of a whole page show it.
 */
export function StoryCover({ id, drawing, className }: StoryCoverProps) {
  if (drawing === undefined) {
    return (
      <img
        className={className}
        src={`/covers/${id}.svg`}
        alt=""
        width="320"
        height="200"
        fetchPriority="low"
        decoding="async"
      />
    );
  }
  return (
    <svg
      className={className}
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: trustDrawing(drawing) }}
    />
  );
}
