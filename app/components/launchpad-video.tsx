// The launchpad's video, in a loop: a cloth is tied, dyed and opened. scripts/media/video.ts renders it.
import { useEffect, useRef } from "react";
import { attachPlayer } from "./launchpad-video-player";
import { CLOTH_HEIGHT, CLOTH_WIDTH } from "./motif/launchpad-cloth";

export const VIDEO = {
  /** The size of the larger file in kilobytes (1000 bytes), rounded up. A test compares it with the files. */
  kilobytes: 471,
  sources: [
    { src: "/media/launchpad.webm", type: "video/webm; codecs=vp9" },
    { src: "/media/launchpad.mp4", type: "video/mp4; codecs=avc1.64001f" },
  ],
} as const;

const LABEL = "Film: a cloth is tied, dyed and opened";

/** Properties that the video has with and without JavaScript. */
const PROPERTIES = {
  preload: "none",
  loop: true,
  muted: true,
  playsInline: true,
  disablePictureInPicture: true,
  disableRemotePlayback: true,
} as const;

interface LaunchpadVideoProps {
  /** The URL of the picture that is shown until the video plays. */
  poster: string;
}

/**
 * The video with its caption. Without JavaScript it has the browser's controls. With JavaScript it has one button, and it plays by
 * itself once it is in view, but never under reduced motion or Save-Data. The `<video>` element is created when it first plays: even
 * an idle video takes a phone as long to lay out as the text beside it.
 *
 * It extends to both edges of a narrow window, and to the right edge of a wide one, as high as the content beside it.
 */
export function LaunchpadVideo({ poster }: LaunchpadVideoProps) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => (root.current ? attachPlayer(root.current) : undefined), []);
  return (
    <figure
      ref={root}
      className="group -mx-gutter md:mx-0 md:flex md:min-h-136 md:w-bleed md:flex-col motion-safe:animate-slide-in"
      data-video=""
      data-invitation={`Play the film, ${VIDEO.kilobytes} KB`}
      data-failure="The film could not be loaded. Try again."
    >
      <div className="relative bg-cloth md:flex-1">
        {/* The caption describes it. */}
        <img
          className="aspect-4/3 w-full object-cover md:absolute md:inset-0 md:aspect-auto md:h-full"
          src={poster}
          width={CLOTH_WIDTH}
          height={CLOTH_HEIGHT}
          alt=""
          decoding="sync"
        />
        <noscript>
          <video
            {...PROPERTIES}
            className="absolute inset-0 size-full object-cover"
            poster={poster}
            aria-label={LABEL}
            controls
          >
            {VIDEO.sources.map((source) => (
              <source key={source.src} {...source} />
            ))}
          </video>
        </noscript>
        {/* The player fills this element and the button's label, possibly before hydration. */}
        <div
          className="*:absolute *:inset-0 *:size-full *:object-cover"
          data-video-screen=""
          data-properties={JSON.stringify({ ...PROPERTIES, ariaLabel: LABEL })}
          data-sources={JSON.stringify(VIDEO.sources)}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: "" }}
        />
        {/* At the top, since the sun is at the bottom. The background changes colour, so the focus outline has an edge of its own. */}
        <button
          type="button"
          className="absolute top-3 left-3 inline-flex min-h-target max-w-[calc(100%-1.5rem)] min-w-target cursor-pointer items-center gap-2 rounded-control border-control border-on-cloth bg-cloth-deep py-1.5 pr-3.5 pl-2.75 text-sm/snug font-semibold text-on-cloth hover:bg-cloth-soft focus-visible:ring-6 focus-visible:ring-cloth-deep focus-visible:outline-offset-0 focus-visible:outline-marigold print:hidden"
          hidden
        >
          <svg className="w-5 fill-current" viewBox="0 0 20 20" aria-hidden="true">
            <path className="group-data-playing:hidden" d="M6 3.5v13l10.5-6.5z" />
            <path className="hidden group-data-playing:inline" d="M5 4h3.5v12H5zM11.5 4H15v12h-3.5z" />
          </svg>
          <span suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
        </button>
      </div>
      <figcaption className="mt-3 max-w-prose px-gutter text-sm text-pretty text-ink-soft md:pl-0">
        One knot, then a second, then a cloth full. It is dyed yellow, tied again, dyed blue. When the threads come off,
        every knot has kept its light. No sound.
      </figcaption>
    </figure>
  );
}
