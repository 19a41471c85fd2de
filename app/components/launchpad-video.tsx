// The launchpad's video: a cloth is tied, dyed and opened, round and round. Drawn by scripts/media/video.ts.
import { useEffect, useRef } from "react";
import { attachPlayer } from "./launchpad-video-player";
import { CLOTH_HEIGHT, CLOTH_WIDTH } from "./motif/launchpad-cloth";

export const VIDEO = {
  /** The larger of the two files, rounded up; a test compares. In kilobytes of 1000 bytes. */
  kilobytes: 471,
  sources: [
    { src: "/media/launchpad.webm", type: "video/webm; codecs=vp9" },
    { src: "/media/launchpad.mp4", type: "video/mp4; codecs=avc1.64001f" },
  ],
} as const;

/** The video as HTML: what a browser without JavaScript shows, and what the player takes its video from. */
function videoHtml(poster: string): string {
  const sources = VIDEO.sources.map(({ src, type }) => `<source src="${src}" type="${type}">`);
  return (
    `<video class="absolute inset-0 size-full object-cover" poster="${poster}" preload="none" aria-label="Film: a cloth is tied, dyed and opened" controls loop muted playsinline ` +
    `disablepictureinpicture disableremoteplayback>${sources.join("")}</video>`
  );
}

interface LaunchpadVideoProps {
  /** The address of the picture that stands in its place until it runs, without `"` and `&`. */
  poster: string;
}

/**
 * The video with its caption. Without JavaScript it has the browser's controls; with it one button of its own, and it starts by
 * itself once in view, but never under reduced motion or Save-Data. Then there is no video before it runs, only its picture and,
 * once the player is there, the button: a video that only stands there keeps a phone busy for as long as the text beside it.
 *
 * It reaches the edges of a narrow window, and the right edge of a wide one, where it is as high as what stands beside it.
 */
export function LaunchpadVideo({ poster }: LaunchpadVideoProps) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => (root.current ? attachPlayer(root.current) : undefined), []);
  return (
    <figure
      ref={root}
      className="group -mx-gutter md:mx-0 md:flex md:min-h-136 md:w-bleed md:flex-col motion-safe:animate-slide-in"
      data-video=""
      data-kilobytes={VIDEO.kilobytes}
    >
      <div className="relative bg-cloth md:flex-1">
        {/* What it shows, the caption tells. */}
        <img
          className="aspect-4/3 w-full object-cover md:absolute md:inset-0 md:aspect-auto md:h-full"
          src={poster}
          width={CLOTH_WIDTH}
          height={CLOTH_HEIGHT}
          alt=""
          decoding="sync"
        />
        <noscript dangerouslySetInnerHTML={{ __html: videoHtml(poster) }} />
        {/* These two hold what the player puts there, and it may be here before React. */}
        <div data-video-screen="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
        {/* At the top: the sun stands at the bottom. On cotton, turmeric and indigo in turn: the outline has an edge of its own. */}
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
