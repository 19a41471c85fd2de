// Small pieces that cards, slides and the story's own page share.
import { STORY_FILTERS } from "../../content/stories/filters";
import type { StorySummary } from "../../content/stories/story";
import { formatDate } from "../../lib/format-date";

/** Category and reading time. */
export function StoryMeta({ story }: { story: StorySummary }) {
  const label = STORY_FILTERS.find(({ category }) => category === story.category)?.label;
  return (
    <p className="meta">
      <span className={`cat cat-${story.category}`}>{label}</span>
      <span>{story.readTime} min read</span>
    </p>
  );
}

/** How many liked and commented. */
export function StoryCounts({ story }: { story: StorySummary }) {
  return (
    <>
      <span className="count">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 20C5 15 3 11.5 3 8.5a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 6.5-9 11.5z" />
        </svg>
        <span className="visually-hidden">Likes: </span>
        {story.likes}
      </span>
      <span className="count">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 5h16v11h-9l-5 4v-4H4z" />
        </svg>
        <span className="visually-hidden">Comments: </span>
        {story.comments}
      </span>
    </>
  );
}

export function StoryTags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}

export function StoryDate({ date }: { date: string }) {
  return <time dateTime={date}>{formatDate(date, "short")}</time>;
}

/**
 * The cover says nothing that the words do not: it has no alternative text.
 * @param drawing what is on it, when it comes with the page: drawn in the page's own document, which is quicker than an image of its own.
 * Without, it is a file of half a kilobyte, fetched after everything else: a picture of the whole page has it, too.
 */
export function StoryCover({ id, drawing }: { id: string; drawing?: string | undefined }) {
  if (drawing === undefined) {
    return (
      <img
        className="cover"
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
      className="cover"
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
}
