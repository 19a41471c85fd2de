// The launchpad's film: a cloth is tied, dyed and opened, round and round. Drawn by scripts/media/film.ts.
import { useEffect, useRef } from "react";
import { attachPlayer } from "./launchpad-video-player";
import { CLOTH_HEIGHT, CLOTH_WIDTH } from "./motif/launchpad-cloth";

export const FILM = {
  /** The larger of the two files, rounded up; a test compares. In kilobytes of 1000 bytes. */
  kilobytes: 471,
  sources: [
    { src: "/media/launchpad.webm", type: "video/webm; codecs=vp9" },
    { src: "/media/launchpad.mp4", type: "video/mp4; codecs=avc1.64001f" },
  ],
} as const;

/** The film as HTML: what a browser without JavaScript shows, and what the player takes its video from. */
function videoHtml(poster: string): string {
  const sources = FILM.sources.map(({ src, type }) => `<source src="${src}" type="${type}">`);
  return (
    `<video poster="${poster}" preload="none" aria-label="Film: a cloth is tied, dyed and opened" controls loop muted playsinline ` +
    `disablepictureinpicture disableremoteplayback>${sources.join("")}</video>`
  );
}

interface LaunchpadVideoProps {
  /** The address of the picture that stands in its place until it runs, without `"` and `&`. */
  poster: string;
  className?: string;
}

/**
 * The film with its caption. Without JavaScript it has the browser's controls; with it one button of its own, and it starts by
 * itself once in view, but never under reduced motion or Save-Data. Then there is no video before it runs, only its picture and,
 * once the player is there, the button: a video that only stands there keeps a phone busy for as long as the text beside it.
 */
export function LaunchpadVideo({ poster, className = "" }: LaunchpadVideoProps) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => (root.current ? attachPlayer(root.current) : undefined), []);
  return (
    <figure ref={root} className={`film ${className}`.trim()} data-kilobytes={FILM.kilobytes}>
      <div className="film-frame">
        {/* What it shows, the caption tells. */}
        <img src={poster} width={CLOTH_WIDTH} height={CLOTH_HEIGHT} alt="" decoding="sync" />
        <noscript dangerouslySetInnerHTML={{ __html: videoHtml(poster) }} />
        {/* These two hold what the player puts there, and it may be here before React. */}
        <div className="film-screen" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
        <button type="button" hidden>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path className="film-play" d="M6 3.5v13l10.5-6.5z" />
            <path className="film-pause" d="M5 4h3.5v12H5zM11.5 4H15v12h-3.5z" />
          </svg>
          <span suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
        </button>
      </div>
      <figcaption>
        One knot, then a second, then a cloth full. It is dyed yellow, tied again, dyed blue. When the threads come off,
        every knot has kept its light. No sound.
      </figcaption>
    </figure>
  );
}
