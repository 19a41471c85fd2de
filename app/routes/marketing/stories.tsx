import { Link } from "react-router";
import { Closing } from "../../components/closing";
import { coverDrawing } from "../../components/motif/cover";
import { SunriseDefs } from "../../components/motif/sunrise";
import { PageHead } from "../../components/page-head";
import { pageMeta } from "../../components/page-meta";
import { Carousel } from "../../components/stories/carousel";
import { StoryCard } from "../../components/stories/story-card";
import { buttonVariants } from "../../components/ui/button";
import { BRAND } from "../../content/brand";
import { findFilter, STORY_FILTERS } from "../../content/stories/filters";
import { STORIES_PAGE } from "../../content/stories/page";
import { FEATURED_COUNT, listStories, STORIES, summarize } from "../../content/stories/stories";
import type { Route } from "./+types/stories";

/** The filters are in two columns on small screens, if the labels fit, and in one row on larger ones. */
const TAB = [
  "flex min-h-12 flex-wrap items-center gap-x-1.25 border-b border-line text-ink-soft no-underline",
  "shadow-[inset_0_-3px_var(--tab,transparent)] hover:text-ink hover:[--tab:var(--color-line)] focus-visible:-outline-offset-3",
  "current:font-semibold current:text-ink current:[--tab:var(--color-marigold)] xs:border-0",
  "forced-colors:current:border-b-4",
].join(" ");

const SHARE_HREF = `mailto:${BRAND.email}?subject=${encodeURIComponent("My story")}`;

export function loader({ url }: Route.LoaderArgs) {
  const { category, wideCards } = findFilter(url.searchParams.get("category"));
  const featured = STORIES.slice(0, FEATURED_COUNT);
  const [first] = featured;
  const stories = listStories(category);
  // The featured stories, which the carousel shows above, come last in the grid.
  const ordered = [
    ...stories.filter((story) => !featured.includes(story)),
    ...stories.filter((story) => featured.includes(story)),
  ];
  return {
    category,
    featured: featured.map(summarize),
    // Drawn in the loader, so that the code that draws covers is not sent to browsers.
    firstCover: first && coverDrawing(first),
    cards: ordered.map((story, index) => ({
      story: summarize(story),
      pullQuote: wideCards.includes(index) ? story.pullQuote : null,
    })),
  };
}

export function meta() {
  return pageMeta({
    title: "Success Stories",
    description: STORIES_PAGE.description,
    path: "/stories",
    image: "/share/stories.png",
  });
}

export default function Stories({ loaderData: { category, featured, firstCover, cards } }: Route.ComponentProps) {
  const current = findFilter(category);
  return (
    <>
      <SunriseDefs />
      <PageHead title={STORIES_PAGE.title} lead={STORIES_PAGE.lead} figures={STORIES_PAGE.figures} />
      <Carousel stories={featured} firstCover={firstCover} />
      <section className="page-width py-section" id="all" aria-labelledby="all-title">
        <h2 id="all-title">All Stories</h2>
        <nav
          className="mt-6 mb-8 grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-x-4 xs:flex xs:gap-[clamp(0.875rem,3vw,1.75rem)] xs:border-b xs:border-line"
          aria-label="Filter stories"
        >
          {STORY_FILTERS.map((filter) => (
            <Link
              key={filter.label}
              className={TAB}
              // Without JavaScript the fragment scrolls back to the list. With JavaScript the page does not scroll.
              to={filter.category ? `/stories?category=${filter.category}#all` : "/stories#all"}
              preventScrollReset
              aria-current={filter === current || undefined}
            >
              {filter.label} <span className="text-xs/body">({filter.count})</span>
            </Link>
          ))}
        </nav>
        <ul className="grid grid-cols-1 gap-x-8 gap-y-11 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-14">
          {cards.map(({ story, pullQuote }) => (
            <StoryCard key={story.id} story={story} pullQuote={pullQuote} />
          ))}
        </ul>
      </section>
      <Closing title={STORIES_PAGE.closing.title} lead={STORIES_PAGE.closing.lead}>
        <Link className={buttonVariants()} to="/signup">
          Join
        </Link>
        <a className={buttonVariants({ variant: "outline" })} href={SHARE_HREF}>
          Share Your Story
        </a>
      </Closing>
    </>
  );
}
