// One story on its own page. An id that names none is an unknown path: the home page, with status 404.
import { data, Link } from "react-router";
import { HomePage } from "../../components/home/home-page";
import { Avatar } from "../../components/motif/avatar";
import { coverDrawing } from "../../components/motif/cover";
import { absoluteUrl, pageMeta } from "../../components/page-meta";
import { StoryCounts, StoryCover, StoryDate, StoryMeta, StoryTags } from "../../components/stories/story-parts";
import { BRAND } from "../../content/brand";
import { findStory, storyAfter } from "../../content/stories/stories";
import type { Story } from "../../content/stories/story";
import "../../styles/marketing.css";
import "../../styles/stories.css";
import "../../styles/story.css";
import type { Route } from "./+types/story";

/** The pull quote stands after this many paragraphs. */
const PULL_AFTER = 2;

export function loader({ params }: Route.LoaderArgs) {
  const story = findStory(params.id);
  if (!story) return data(null, { status: 404 });
  return data({ story, cover: coverDrawing(story), next: storyAfter(story.id) });
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
      <header className="story-head cloth">
        <div className="page">
          <div className="story-title">
            <nav aria-label="Breadcrumb">
              <ol className="crumbs">
                <li>
                  <Link to="/">Home</Link>
                </li>
                <li>
                  <Link to="/stories">Stories</Link>
                </li>
              </ol>
            </nav>
            <h1 className="hero-title">{story.title}</h1>
            <p className="lead">{story.excerpt}</p>
          </div>
          <StoryCover id={story.id} drawing={cover} />
        </div>
      </header>
      <div className="page section story">
        <div className="story-side">
          <div className="person">
            <Avatar name={story.author} />
            <span>
              <b>{story.author}</b>
              {story.authorRole}
            </span>
          </div>
          <p className="sm soft">
            <StoryDate date={story.date} />
          </p>
          <StoryMeta story={story} />
          <StoryTags tags={story.tags} />
          <p className="card-foot">
            <StoryCounts story={story} />
          </p>
        </div>
        <div className="story-body prose">
          {story.body.slice(0, PULL_AFTER).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {/* The sentence stands in the text too: here it is only made large. */}
          <p className="pull" aria-hidden="true">
            {story.pull}
          </p>
          {story.body.slice(PULL_AFTER).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="print-only sm">{absoluteUrl(`/stories/${story.id}`)}</p>
        </div>
      </div>
      <aside className="tinted next-story no-print" aria-labelledby="next-story">
        <div className="page">
          <StoryCover id={next.id} />
          <div>
            <h2 id="next-story" className="kicker">
              The next story
            </h2>
            <StoryMeta story={next} />
            <p className="display next-title">
              <Link to={`/stories/${next.id}`}>{next.title}</Link>
            </p>
            <p className="soft">{next.excerpt}</p>
            <p className="actions">
              <Link className="quiet" to="/stories">
                All stories
              </Link>
            </p>
          </div>
        </div>
      </aside>
    </article>
  );
}
