// When the launchpad's video may play, and the label of its button.

/** How long the video must be in view before it plays by itself. */
export const START_AFTER_MS = 1000;
/** The share of the video's area that must be visible. */
export const IN_VIEW_SHARE = 0.5;

interface PlaybackConditions {
  isInView: boolean;
  prefersReducedMotion: boolean;
  savesData: boolean;
  /** The visitor has pressed pause, and not play since. */
  isPausedByVisitor: boolean;
  /** The visitor has pressed play, which overrides both settings. */
  isStartedByVisitor: boolean;
}

/** True when the video is in view and not paused. Under reduced motion or Save-Data only when the visitor has started it. */
export function mayPlay({
  isInView,
  prefersReducedMotion,
  savesData,
  isPausedByVisitor,
  isStartedByVisitor,
}: PlaybackConditions): boolean {
  if (!isInView || isPausedByVisitor) return false;
  return isStartedByVisitor || !(prefersReducedMotion || savesData);
}

interface ButtonState {
  isPlaying: boolean;
  /** True when the browser has loaded any of the video. */
  isLoaded: boolean;
  /** The label before anything is loaded: it names the download size, or says that the last try has failed. */
  invitation: string;
}

/** The label of the button. */
export function buttonLabel({ isPlaying, isLoaded, invitation }: ButtonState): string {
  if (isPlaying) return "Pause the film";
  return isLoaded ? "Play the film" : invitation;
}
