/** Calls `run` once the browser has shown what is due now, so that nobody waits for it. */
export function afterNextPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
