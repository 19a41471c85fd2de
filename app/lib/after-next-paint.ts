/** Calls `run` after the browser's next paint, so that `run` does not delay it. */
export function afterNextPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
