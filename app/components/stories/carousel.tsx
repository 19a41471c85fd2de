// The carousel of featured stories. It follows the carousel pattern of the WAI-ARIA Authoring Practices.

import { cx } from "class-variance-authority";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { StorySummary } from "../../content/stories/story";
import { Avatar } from "../motif/avatar";
import { Person } from "../person";
import { buttonVariants } from "../ui/button";
import { showSlide } from "./show-slide";
import { COVER, FOOT, ICON, StoryCounts, StoryCover, StoryDate, StoryMeta } from "./story-parts";

/** An arrow grows with the text size only up to a limit, since it is an icon. */
const ARROW = [
  "grid size-[clamp(48px,12vw,3rem)] flex-none cursor-pointer place-items-center rounded-tie border-control border-edge text-ink",
  "hover:border-ink hover:bg-tint forced-colors:border-button-text",
].join(" ");
const DOT = [
  "grid size-[clamp(44px,11vw,2.75rem)] place-items-center rounded-tie before:size-4 before:rounded-tie before:border-2 before:border-edge",
  "current:before:border-ink current:before:bg-[radial-gradient(circle,var(--color-on-marigold)_22%,var(--color-marigold)_27%)]",
  "forced-colors:current:before:bg-highlight forced-colors:current:before:bg-none forced-colors:current:before:forced-color-adjust-none",
].join(" ");

const slideId = (index: number) => `featured-${index + 1}`;

/** The index `step` slides further. Wraps around in both directions. */
export function wrapIndex(index: number, step: number, count: number): number {
  return (index + step + count) % count;
}

interface CarouselProps {
  stories: readonly StorySummary[];
  /** SVG content of the first slide's cover (see `StoryCover`). */
  firstCover: string | undefined;
}

/**
 * Slides in a scroll-snapping row, changed by swiping, scrolling or links. Every slide has its own controls, which are fragment links,
 * so that the carousel works and wraps around without JavaScript. With JavaScript the page does not scroll, hidden slides are inert,
 * and focus moves to the same control of the new slide.
 */
export function Carousel({ stories, firstCover }: CarouselProps) {
  const track = useRef<HTMLDivElement>(null);
  /** The target of the current scroll animation, if a control started one: slides that it passes do not become current. */
  const targetIndex = useRef<number>(undefined);
  const [current, setCurrent] = useState(0);
  const [isHydrated, setIsHydrated] = useState(false);

  useEffect(() => {
    const root = track.current;
    if (!root) return;
    setIsHydrated(true);
    // The slide may have changed before hydration. The one with focus must not become inert before the observer has reported.
    const focused = [...root.children].findIndex((slide) => slide.contains(document.activeElement));
    if (focused > 0) setCurrent(focused);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          const index = [...root.children].indexOf(entry.target);
          if (targetIndex.current !== undefined && targetIndex.current !== index) continue;
          targetIndex.current = undefined;
          setCurrent(index);
        }
      },
      { root, threshold: 0.6 },
    );
    for (const slide of root.children) observer.observe(slide);
    // Touch and wheel interrupt the animation.
    const clearTarget = () => {
      targetIndex.current = undefined;
    };
    root.addEventListener("touchstart", clearTarget, { passive: true });
    root.addEventListener("wheel", clearTarget, { passive: true });
    return () => {
      observer.disconnect();
      root.removeEventListener("touchstart", clearTarget);
      root.removeEventListener("wheel", clearTarget);
    };
  }, []);

  const goToSlide = (index: number, control: string) => (event: MouseEvent) => {
    const slide = track.current?.children[index];
    if (!(slide instanceof HTMLElement)) return;
    event.preventDefault();
    if (index === current) return;
    targetIndex.current = index;
    setCurrent(index);
    showSlide(slide, control);
  };

  const controls = (index: number) => {
    const previous = wrapIndex(index, -1, stories.length);
    const next = wrapIndex(index, 1, stories.length);
    return (
      <div className="flex flex-auto flex-wrap items-center justify-between md:grow-0 md:gap-2">
        <a
          className={ARROW}
          href={`#${slideId(previous)}`}
          data-control="previous"
          onClick={goToSlide(previous, "previous")}
        >
          <span className="sr-only">Previous story</span>
          <svg className={ICON} viewBox="0 0 24 24" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
            <path d="M15 5l-7 7 7 7" />
          </svg>
        </a>
        <div className="flex">
          {stories.map((story, i) => (
            <a
              key={story.id}
              className={DOT}
              href={`#${slideId(i)}`}
              data-control={`dot-${i}`}
              aria-current={i === index || undefined}
              onClick={goToSlide(i, `dot-${i}`)}
            >
              <span className="sr-only">{`Story ${i + 1} of ${stories.length}`}</span>
            </a>
          ))}
        </div>
        <a className={ARROW} href={`#${slideId(next)}`} data-control="next" onClick={goToSlide(next, "next")}>
          <span className="sr-only">Next story</span>
          <svg className={ICON} viewBox="0 0 24 24" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
            <path d="M9 5l7 7-7 7" />
          </svg>
        </a>
      </div>
    );
  };

  return (
    <section
      className="page-width pt-[clamp(2.5rem,6vw,4.5rem)]"
      aria-roledescription="carousel"
      aria-labelledby="featured"
    >
      <h2 id="featured" className="mb-5">
        Featured Stories
      </h2>
      <div
        className="relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] motion-safe:scroll-smooth [&::-webkit-scrollbar]:hidden"
        data-slides=""
        ref={track}
      >
        {stories.map((story, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; the pattern asks for the role
          <div
            key={story.id}
            className="tinted grid shrink-0 basis-full snap-start snap-always grid-cols-1 grid-rows-[auto_1fr] md:grid-cols-cover md:grid-rows-1"
            id={slideId(index)}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${stories.length}`}
            inert={isHydrated && index !== current}
          >
            <StoryCover
              className={cx(COVER, "md:aspect-auto md:h-full md:min-h-104")}
              id={story.id}
              drawing={index === 0 ? firstCover : undefined}
            />
            <div className="flex flex-col items-start gap-3.25 px-5 pt-6 pb-5 md:p-[clamp(1.5rem,3vw,2.5rem)]">
              <StoryMeta story={story} />
              <h3 className="text-2xl">{story.title}</h3>
              <p className="text-lg">{story.excerpt}</p>
              {/* The automatic margins share the remaining height of the slide. */}
              <div className="mt-auto flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-2">
                <Person name={story.author} avatar={<Avatar name={story.author} />}>
                  <StoryDate date={story.date} />
                </Person>
                <p className={FOOT}>
                  <StoryCounts story={story} />
                </p>
              </div>
              <div className="mt-auto flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-4 pt-3.5">
                <Link className={buttonVariants()} to={`/stories/${story.id}`}>
                  Read More<span className="sr-only">: {story.title}</span>
                </Link>
                {controls(index)}
              </div>
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
