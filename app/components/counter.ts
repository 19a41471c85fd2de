// Lets a number count up when it scrolls into view. Plain DOM without React: it also works before hydration.

/** Milliseconds between two steps (the specification, point 9). */
const STEP_MS = 20;
/** Set on a number that has a counter already. */
const ATTACHED = "data-counter";

/** The values of a counter: from 0 in steps of `ceil(target / steps)`; the last one is `target`. */
export function counterValues(target: number, steps: number): number[] {
  const step = Math.ceil(target / steps);
  const values: number[] = [];
  for (let value = 0; value < target; value += step) values.push(value);
  return [...values, target];
}

/**
 * Lets the last child of `root` count up once, from 0 to `data-count` in `data-steps` steps. A number that is in view already does not
 * count, and under reduced motion none does. A second call for the same element does nothing.
 * @returns a function that stops the counter
 */
export function attachCounter(root: HTMLElement): () => void {
  const output = root.lastElementChild;
  if (!output || root.hasAttribute(ATTACHED) || matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const { count, steps } = root.dataset;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isFirstReport = true;
  const observer = new IntersectionObserver(([entry]) => {
    const wasInViewAtFirst = isFirstReport && entry?.isIntersecting;
    isFirstReport = false;
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    if (wasInViewAtFirst) return;
    const values = counterValues(Number(count), Number(steps));
    timer = setInterval(() => {
      output.textContent = String(values.shift() ?? count);
      if (values.length === 0) clearInterval(timer);
    }, STEP_MS);
  });
  observer.observe(root);
  root.setAttribute(ATTACHED, "");
  return () => {
    observer.disconnect();
    clearInterval(timer);
    root.removeAttribute(ATTACHED);
  };
}
