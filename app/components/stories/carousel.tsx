// The featured stories, after the carousel pattern of the WAI-ARIA Authoring Practices.
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { StorySummary } from "../../content/stories/story";
import { Avatar } from "../motif/avatar";
import { showSlide } from "./show-slide";
import { StoryCounts, StoryCover, StoryDate, StoryMeta } from "./story-parts";

const slideId = (index: number) => `featured-${index + 1}`;

/** The index `step` slides on, round in both directions. */
export function wrapIndex(index: number, step: number, count: number): number {
  return (index + step + count) % count;
}

interface CarouselProps {
  stories: readonly StorySummary[];
  /** What is drawn on the cover of the first slide. */
  firstCover: string | undefined;
}

/**
 * Slides in a row that snaps: swiped, scrolled, or turned by links. Every slide carries its own controls, whose targets are
 * plain fragments, so that it all works, and wraps, without JavaScript. With it the page itself stays where it is, slides out
 * of sight leave the tab order, and focus goes along to the same control.
 */
export function Carousel({ stories, firstCover }: CarouselProps) {
  const track = useRef<HTMLDivElement>(null);
  /** The slide that a control asked for, while the track is on its way there: those it passes are not stops. */
  const turningTo = useRef<number>(undefined);
  const [current, setCurrent] = useState(0);
  const [isLive, setIsLive] = useState(false);

  useEffect(() => {
    const root = track.current;
    if (!root) return;
    setIsLive(true);
    // It may have been turned before React came: the slide with the focus is not to lose it before the observer has looked.
    const focused = [...root.children].findIndex((slide) => slide.contains(document.activeElement));
    if (focused > 0) setCurrent(focused);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          const index = [...root.children].indexOf(entry.target);
          if (turningTo.current !== undefined && turningTo.current !== index) continue;
          turningTo.current = undefined;
          setCurrent(index);
        }
      },
      { root, threshold: 0.6 },
    );
    for (const slide of root.children) observer.observe(slide);
    // A hand on the track takes over.
    const stopTurning = () => {
      turningTo.current = undefined;
    };
    root.addEventListener("touchstart", stopTurning, { passive: true });
    root.addEventListener("wheel", stopTurning, { passive: true });
    return () => {
      observer.disconnect();
      root.removeEventListener("touchstart", stopTurning);
      root.removeEventListener("wheel", stopTurning);
    };
  }, []);

  const turnTo = (index: number, control: string) => (event: MouseEvent) => {
    const slide = track.current?.children[index];
    if (!(slide instanceof HTMLElement)) return;
    event.preventDefault();
    if (index === current) return;
    turningTo.current = index;
    setCurrent(index);
    showSlide(slide, control);
  };

  const controls = (index: number) => {
    const previous = wrapIndex(index, -1, stories.length);
    const next = wrapIndex(index, 1, stories.length);
    return (
      <div className="slide-controls">
        <a
          className="round"
          href={`#${slideId(previous)}`}
          data-control="previous"
          onClick={turnTo(previous, "previous")}
        >
          <span className="visually-hidden">Previous story</span>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M15 5l-7 7 7 7" />
          </svg>
        </a>
        <div className="dots">
          {stories.map((story, i) => (
            <a
              key={story.id}
              href={`#${slideId(i)}`}
              data-control={`dot-${i}`}
              aria-current={i === index || undefined}
              onClick={turnTo(i, `dot-${i}`)}
            >
              <span className="visually-hidden">{`Story ${i + 1} of ${stories.length}`}</span>
            </a>
          ))}
        </div>
        <a className="round" href={`#${slideId(next)}`} data-control="next" onClick={turnTo(next, "next")}>
          <span className="visually-hidden">Next story</span>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M9 5l7 7-7 7" />
          </svg>
        </a>
      </div>
    );
  };

  return (
    <section className="page carousel" aria-roledescription="carousel" aria-labelledby="featured">
      <h2 id="featured">Featured Stories</h2>
      <div className="slides" ref={track}>
        {stories.map((story, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; the pattern asks for the role
          <div
            key={story.id}
            className="slide"
            id={slideId(index)}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${stories.length}`}
            inert={isLive && index !== current}
          >
            <StoryCover id={story.id} drawing={index === 0 ? firstCover : undefined} />
            <div className="slide-text">
              <StoryMeta story={story} />
              <h3>{story.title}</h3>
              <p className="lead">{story.excerpt}</p>
              <div className="slide-by">
                <div className="person">
                  <Avatar name={story.author} />
                  <span>
                    <b>{story.author}</b>
                    <StoryDate date={story.date} />
                  </span>
                </div>
                <p className="card-foot">
                  <StoryCounts story={story} />
                </p>
              </div>
              <div className="slide-end">
                <Link className="button button-primary" to={`/stories/${story.id}`}>
                  Read More<span className="visually-hidden">: {story.title}</span>
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
