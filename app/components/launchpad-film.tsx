import { useEffect, useRef, useState } from "react";
import { FILM } from "../content/film";
import { useHydrated } from "../lib/use-hydrated";

/** How long the film waits once it is in view (the specification, point 9). */
const START_AFTER_MS = 1000;
/** How much of the film must be seen for it to count as in view. */
const SEEN_SHARE = 0.5;

interface Preferences {
  reducedMotion: boolean;
  saveData: boolean;
}

/** Whether the film may start without being asked. */
export function startsByItself({ reducedMotion, saveData }: Preferences): boolean {
  return !reducedMotion && !saveData;
}

function readPreferences(): Preferences {
  // Save-Data has no place in TypeScript's DOM, since not every browser has it.
  const connection: unknown = Reflect.get(navigator, "connection");
  const saveData =
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true;
  return { reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches, saveData };
}

/**
 * The film on the launchpad page: silent, in a loop, with a button to pause and play it. It starts a second after it came into
 * view, unless motion is reduced or data is saved: then it waits, and the button says how large it is. Without JavaScript the
 * browser's own controls play it.
 */
export function LaunchpadFilm() {
  const video = useRef<HTMLVideoElement>(null);
  const isAlive = useHydrated();
  const [isPlaying, setIsPlaying] = useState(false);
  const [saysSize, setSaysSize] = useState(false);

  useEffect(() => {
    const film = video.current;
    if (!film) return;
    if (!startsByItself(readPreferences())) {
      setSaysSize(true);
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry?.isIntersecting) return;
        timer = setTimeout(() => {
          observer.disconnect();
          play(film);
        }, START_AFTER_MS);
      },
      { threshold: SEEN_SHARE },
    );
    observer.observe(film);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);

  const toggle = () => {
    const film = video.current;
    if (!film) return;
    setSaysSize(false);
    if (film.paused) play(film);
    else film.pause();
  };

  return (
    <div className="film">
      <video
        ref={video}
        className="film-picture"
        width={FILM.width}
        height={FILM.height}
        poster={FILM.poster}
        preload="none"
        muted
        loop
        playsInline
        controls={!isAlive}
        aria-label={FILM.description}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
      >
        {FILM.sources.map(({ src, type }) => (
          <source key={src} src={src} type={type} />
        ))}
      </video>
      {isAlive && (
        <button className="film-button" type="button" onClick={toggle}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={isPlaying ? "M8 5v14M16 5v14" : "M8 5l11 7-11 7z"} />
          </svg>
          {isPlaying ? "Pause" : "Play"}
          <span className="visually-hidden"> the film</span>
          {saysSize && <span>({FILM.size})</span>}
        </button>
      )}
    </div>
  );
}

/** Starts a film. A browser that refuses leaves it paused, with its button. */
function play(film: HTMLVideoElement): void {
  film.play().catch((error: unknown) => console.info("the film did not start", error));
}
