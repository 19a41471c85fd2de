// The launchpad film: drawn and encoded by `node scripts/media/run.ts film`.

export const FILM = {
  width: 960,
  height: 720,
  poster: "/media/launchpad-poster.avif",
  sources: [
    { src: "/media/launchpad.webm", type: 'video/webm; codecs="vp9"' },
    { src: "/media/launchpad.mp4", type: 'video/mp4; codecs="avc1.64001F"' },
  ],
  /** The larger of the two files, said on the button where the film does not start by itself. */
  size: "0.5 MB",
  /** What is to be seen, for those who do not see it. */
  description:
    "A cloth is tied knot by knot, dyed yellow, then indigo; the threads come off, and a sun of dots appears.",
} as const;
