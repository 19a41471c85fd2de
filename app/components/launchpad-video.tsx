// The launchpad's film: a cloth is tied, dyed and opened, round and round. Drawn by scripts/media/film.ts.
import { useEffect, useRef } from "react";
import { attachPlayer } from "./launchpad-video-player";
import { CLOTH_HEIGHT, CLOTH_WIDTH } from "./motif/launchpad-cloth";

export const FILM = {
  width: CLOTH_WIDTH,
  height: CLOTH_HEIGHT,
  /** The larger of the two files, rounded up; a test compares. In kilobytes of 1000 bytes. */
  kilobytes: 471,
  sources: [
    { src: "/media/launchpad.webm", type: 'video/webm; codecs="vp9"' },
    { src: "/media/launchpad.mp4", type: 'video/mp4; codecs="avc1.64001f"' },
  ],
} as const;

interface LaunchpadVideoProps {
  /** The address of the picture that stands in its place until it runs. */
  poster: string;
  className?: string;
}

/**
 * The film with its caption. As HTML alone it has the browser's controls; with JavaScript one button of its own, and it
 * starts by itself once in view, but never under reduced motion or Save-Data.
 */
export function LaunchpadVideo({ poster, className = "" }: LaunchpadVideoProps) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => (root.current ? attachPlayer(root.current) : undefined), []);
  return (
    <figure ref={root} className={`film ${className}`.trim()} data-kilobytes={FILM.kilobytes}>
      <div className="film-frame">
        <video
          width={FILM.width}
          height={FILM.height}
          poster={poster}
          preload="none"
          aria-label="Film: a cloth is tied, dyed and opened"
          controls
          loop
          muted
          playsInline
          disablePictureInPicture
          disableRemotePlayback
        >
          {FILM.sources.map(({ src, type }) => (
            <source key={src} src={src} type={type} />
          ))}
        </video>
        <button type="button" hidden>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path className="film-play" d="M6 3.5v13l10.5-6.5z" />
            <path className="film-pause" d="M5 4h3.5v12H5zM11.5 4H15v12h-3.5z" />
          </svg>
          {/* Its words are the player's, which may be here before React. */}
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
