// The page of one story. An unknown id shows the home page with status 404, like any unknown path.

import { cx } from "class-variance-authority";
import { data, Link } from "react-router";
import { HomePage } from "../../components/home/home-page";
import { Kicker } from "../../components/kicker";
import { Avatar } from "../../components/motif/avatar";
import { coverDrawing } from "../../components/motif/cover";
import { absoluteUrl, pageMeta } from "../../components/page-meta";
import { Person } from "../../components/person";
import { FOOT, StoryCounts, StoryCover, StoryDate, StoryMeta, StoryTags } from "../../components/stories/story-parts";
import { Actions } from "../../components/ui/actions";
import { linkVariants } from "../../components/ui/link-variants";
import { BRAND } from "../../content/brand";
import { findStory, nextStory } from "../../content/stories/stories";
import type { Story } from "../../content/stories/story";
import type { Route } from "./+types/story";

const BREADCRUMB = "flex min-h-target min-w-target items-center";

/** The pull quote comes after this many paragraphs. */
const PULL_QUOTE_AFTER = 2;

export function loader({ params }: Route.LoaderArgs) {
  const story = findStory(params.id);
  if (!story) return data(null, { status: 404 });
  return data({ story, cover: coverDrawing(story), next: nextStory(story.id) });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) {
    return pageMeta({
      title: `${BRAND.name} ${BRAND.tagline}`,
      description: BRAND.description,
      path: "/",
      noindex: true,
    });
  }
  const { story } = loaderData;
  const path = `/stories/${story.id}`;
  return pageMeta({
    title: story.title,
    description: story.excerpt,
    path,
    image: `/share/stories/${story.id}.png`,
    type: "article",
    jsonLd: [articleJsonLd(story, path), breadcrumbJsonLd(story, path)],
  });
}

function articleJsonLd(story: Story, path: string) {
  return {
    "@type": "Article",
    headline: story.title,
    description: story.excerpt,
    datePublished: story.date,
    author: { "@type": "Person", name: story.author },
    publisher: { "@id": absoluteUrl("/#organization") },
    image: absoluteUrl(`/share/stories/${story.id}.png`),
    mainEntityOfPage: absoluteUrl(path),
    keywords: story.tags.join(", "),
    inLanguage: "en-IN",
  };
}

function breadcrumbJsonLd(story: Story, path: string) {
  const steps = [
    { name: "Home", path: "/" },
    { name: "Stories", path: "/stories" },
    { name: story.title, path },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, i) => ({
      "@type": "ListItem",
      position: i + 1,
      name: step.name,
      item: absoluteUrl(step.path),
    })),
  };
}

export default function StoryPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <HomePage />;
  const { story, cover, next } = loaderData;
  return (
    <article>
      <header className="cloth overflow-hidden">
        <div className="page-width grid grid-cols-1 gap-8 lg:grid-cols-cover lg:items-center lg:gap-16">
          <div className="pt-[clamp(0.5rem,2vw,2rem)] lg:pt-8 lg:pb-16">
            <nav className="print:hidden" aria-label="Breadcrumb">
              <ol className="flex flex-wrap gap-x-2.5 text-sm/body">
                <li className="flex items-center">
                  <Link className={BREADCRUMB} to="/">
                    Home
                  </Link>
                </li>
                <li className="flex items-center gap-2.5 before:size-1.75 before:rounded-tie before:bg-marigold forced-colors:before:border-4">
                  <Link className={BREADCRUMB} to="/stories">
                    Stories
                  </Link>
                </li>
              </ol>
            </nav>
            <h1 className="mt-2 text-story tracking-hero">{story.title}</h1>
            <p className="mt-4.5 max-w-128 text-lg text-pretty text-ink-soft">{story.excerpt}</p>
          </div>
          <StoryCover
            className="-mx-gutter w-screen max-w-none lg:mx-0 lg:w-bleed lg:self-end print:h-[45mm] print:w-full"
            id={story.id}
            drawing={cover}
          />
        </div>
      </header>
      <div className="page-width grid grid-cols-1 gap-x-20 gap-y-10 py-section lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-3 self-start lg:sticky lg:top-26 print:break-inside-avoid print:flex-row print:flex-wrap print:items-center">
          <Person name={story.author} avatar={<Avatar name={story.author} />}>
            {story.authorRole}
          </Person>
          <p className="text-sm text-ink-soft">
            <StoryDate date={story.date} />
          </p>
          <StoryMeta story={story} />
          <StoryTags tags={story.tags} />
          <p className={cx(FOOT, "mt-auto pt-1.5")}>
            <StoryCounts story={story} />
          </p>
        </div>
        <div className="prose *:first:text-lg">
          {story.body.slice(0, PULL_QUOTE_AFTER).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {/* Hidden from screen readers, since the sentence is part of the text too. */}
          <p
            className="quote-thread my-9 pl-7 font-display text-2xl/heading font-bold tracking-display text-balance print:hidden"
            aria-hidden="true"
          >
            {story.pullQuote}
          </p>
          {story.body.slice(PULL_QUOTE_AFTER).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="mt-6 hidden text-sm print:block">{absoluteUrl(`/stories/${story.id}`)}</p>
        </div>
      </div>
      <aside className="tinted py-band print:hidden" aria-labelledby="next-story">
        <div className="page-width grid grid-cols-1 items-center gap-x-12 gap-y-7 sm:grid-cols-split-narrow">
          <StoryCover className="w-full" id={next.id} />
          <div>
            <Kicker id="next-story" className="mb-2">
              The next story
            </Kicker>
            <StoryMeta story={next} />
            <p className="my-2 font-display text-2xl font-bold tracking-display text-balance">
              <Link className="text-inherit decoration-marigold decoration-3" to={`/stories/${next.id}`}>
                {next.title}
              </Link>
            </p>
            <p className="text-ink-soft">{next.excerpt}</p>
            <Actions as="p" className="mt-3">
              <Link className={linkVariants({ standalone: true })} to="/stories">
                All stories
              </Link>
            </Actions>
          </div>
        </div>
      </aside>
    </article>
  );
}
