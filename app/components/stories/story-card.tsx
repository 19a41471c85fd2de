import { cx } from "class-variance-authority";
import { Link } from "react-router";
import type { StorySummary } from "../../content/stories/story";
import { linkVariants } from "../ui/link-variants";
import { COVER, FOOT, StoryCounts, StoryCover, StoryDate, StoryMeta, StoryTags } from "./story-parts";

interface StoryCardProps {
  story: StorySummary;
  /** A sentence of the story, or null. A card with a pull quote spans two of three columns. */
  pullQuote: string | null;
}

/** A story in the grid. The title is its only link, and covers the whole card. */
export function StoryCard({ story, pullQuote }: StoryCardProps) {
  const isWide = pullQuote !== null;
  return (
    <li
      className={cx(
        "group relative flex flex-col gap-2.5",
        "has-focus-visible:outline-3 has-focus-visible:outline-offset-6 has-focus-visible:outline-focus",
        isWide && "lg:col-span-2 lg:grid lg:grid-cols-2 lg:gap-0 lg:bg-tint lg:[--color-eye:var(--color-tint)]",
      )}
    >
      <StoryCover id={story.id} className={cx(COVER, isWide && "lg:aspect-auto lg:h-full")} />
      <div className={cx("flex flex-1 flex-col gap-2.5", isWide && "lg:gap-3.25 lg:px-7 lg:pt-6 lg:pb-5")}>
        <StoryMeta story={story} />
        <h3 className={cx("mt-0.5", isWide && "lg:text-2xl")}>
          <Link
            className="text-inherit no-underline group-hover:underline group-hover:decoration-marigold group-hover:decoration-3 after:absolute after:inset-0 focus-visible:outline-none"
            to={`/stories/${story.id}`}
          >
            {story.title}
          </Link>
        </h3>
        <p className="text-ink-soft">{story.excerpt}</p>
        {pullQuote && (
          <p className="hidden font-display text-lg/snug font-bold text-ink lg:my-auto lg:block lg:py-2">
            “{pullQuote}”
          </p>
        )}
        <StoryTags tags={story.tags} />
        <div className={cx(FOOT, "mt-auto pt-1.5", isWide && "lg:mt-0")}>
          <span className="shrink-0 grow basis-full">
            {story.author}, <StoryDate date={story.date} />
          </span>
          <StoryCounts story={story} />
          <span
            className={linkVariants({ standalone: true, className: "ml-auto text-link underline" })}
            aria-hidden="true"
          >
            Read
          </span>
        </div>
      </div>
    </li>
  );
}
