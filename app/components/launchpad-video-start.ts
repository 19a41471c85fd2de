// When the launchpad's video may run by itself, and what its button says.

/** It starts once it has been in view this long. */
export const START_AFTER_MS = 1000;
/** How much of it counts as in view: a share of its height. */
export const IN_VIEW_SHARE = 0.5;

export interface Circumstances {
  isInView: boolean;
  prefersReducedMotion: boolean;
  savesData: boolean;
  /** The visitor has pressed pause, and not play since. */
  isHeld: boolean;
  /** The visitor has pressed play: from then on it is their video, whatever their settings. */
  isWanted: boolean;
}

/** Whether the video may run: in view, not paused, and never unasked under reduced motion or where data is saved. */
export function mayRun({ isInView, prefersReducedMotion, savesData, isHeld, isWanted }: Circumstances): boolean {
  if (!isInView || isHeld) return false;
  return isWanted || !(prefersReducedMotion || savesData);
}

interface Label {
  isPlaying: boolean;
  /** Something of the video has been loaded already. */
  isLoaded: boolean;
  /** In kilobytes of 1000 bytes. */
  kilobytes: number;
}

/** What the button says: what pressing it does, and what it costs where nothing has been loaded yet. */
export function buttonLabel({ isPlaying, isLoaded, kilobytes }: Label): string {
  if (isPlaying) return "Pause the film";
  return isLoaded ? "Play the film" : `Play the film, ${kilobytes} KB`;
}
