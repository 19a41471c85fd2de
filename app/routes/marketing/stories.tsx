import { Link } from "react-router";
import { Closing } from "../../components/closing";
import { coverDrawing } from "../../components/motif/cover";
import { SunriseDefs } from "../../components/motif/sunrise";
import { PageHead } from "../../components/page-head";
import { pageMeta } from "../../components/page-meta";
import { Carousel } from "../../components/stories/carousel";
import { StoryCard } from "../../components/stories/story-card";
import { BRAND } from "../../content/brand";
import { findFilter, STORY_FILTERS } from "../../content/stories/filters";
import { STORIES_PAGE } from "../../content/stories/page";
import { FEATURED_COUNT, listStories, STORIES, summarize } from "../../content/stories/stories";
import "../../styles/marketing.css";
import "../../styles/stories.css";
import type { Route } from "./+types/stories";

const SHARE_HREF = `mailto:${BRAND.email}?subject=${encodeURIComponent("My story")}`;

export function loader({ url }: Route.LoaderArgs) {
  const { category, wide } = findFilter(url.searchParams.get("category"));
  const featured = STORIES.slice(0, FEATURED_COUNT);
  const [first] = featured;
  const stories = listStories(category);
  // The grid goes on where the carousel ends: no story follows itself down the page.
  const shown = [
    ...stories.filter((story) => !featured.includes(story)),
    ...stories.filter((story) => featured.includes(story)),
  ];
  return {
    category,
    featured: featured.map(summarize),
    // Here and not in the component: what draws covers stays out of the browser's code.
    firstCover: first && coverDrawing(first),
    cards: shown.map((story, index) => ({
      story: summarize(story),
      pull: wide.includes(index) ? story.pull : null,
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
      <section className="page section" id="all" aria-labelledby="all-title">
        <h2 id="all-title">All Stories</h2>
        <nav className="tabs" aria-label="Filter stories">
          {STORY_FILTERS.map((filter) => (
            <Link
              key={filter.label}
              // The fragment keeps the place where there is no JavaScript; with it the page does not move at all.
              to={filter.category ? `/stories?category=${filter.category}#all` : "/stories#all"}
              preventScrollReset
              aria-current={filter === current || undefined}
            >
              {filter.label} <span>({filter.count})</span>
            </Link>
          ))}
        </nav>
        <ul className="cards">
          {cards.map(({ story, pull }) => (
            <StoryCard key={story.id} story={story} pull={pull} />
          ))}
        </ul>
      </section>
      <Closing title={STORIES_PAGE.closing.title} lead={STORIES_PAGE.closing.lead}>
        <Link className="button button-primary" to="/signup">
          Join
        </Link>
        <a className="button button-outline" href={SHARE_HREF}>
          Share Your Story
        </a>
      </Closing>
    </>
  );
}
