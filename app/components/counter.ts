// Lets a number count up when it scrolls into view. Plain DOM, no React: it also works on a page that has not been hydrated.

/** Milliseconds between two steps (the specification, point 9). */
const STEP_MS = 20;
/** The attribute that says a number has its counter. */
const READY = "data-counter";

/** The values a counter passes through: from 0 in steps of `ceil(target / steps)`, the last one the target itself. */
export function counterValues(target: number, steps: number): number[] {
  const step = Math.ceil(target / steps);
  const values: number[] = [];
  for (let value = 0; value < target; value += step) values.push(value);
  return [...values, target];
}

/**
 * Lets the last child of `root` count up once, from 0 to `data-count` in `data-steps` steps. A number that is in view already
 * stays as it is, and so does every number under reduced motion. A second call for the same element does nothing.
 * @returns what ends it
 */
export function attachCounter(root: HTMLElement): () => void {
  const shown = root.lastElementChild;
  if (!shown || root.hasAttribute(READY) || matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const { count, steps } = root.dataset;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isFirstReport = true;
  const observer = new IntersectionObserver(([entry]) => {
    const wasSeenBefore = isFirstReport && entry?.isIntersecting;
    isFirstReport = false;
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    if (wasSeenBefore) return;
    const values = counterValues(Number(count), Number(steps));
    timer = setInterval(() => {
      shown.textContent = String(values.shift() ?? count);
      if (values.length === 0) clearInterval(timer);
    }, STEP_MS);
  });
  observer.observe(root);
  root.setAttribute(READY, "");
  return () => {
    observer.disconnect();
    clearInterval(timer);
    root.removeAttribute(READY);
  };
}
