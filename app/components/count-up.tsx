import { useEffect, useRef, useState } from "react";

/** Milliseconds between two steps (the specification, point 9). */
const STEP_MS = 20;

/** The values a counter passes through: from 0 in steps of `ceil(target / steps)`, the last one the target itself. */
export function counterValues(target: number, steps: number): number[] {
  const step = Math.ceil(target / steps);
  const values: number[] = [];
  for (let value = 0; value < target; value += step) values.push(value);
  return [...values, target];
}

interface CountUpProps {
  target: number;
  /** In how many steps it rises. */
  steps: number;
}

/**
 * A number that counts up, once, when it scrolls into view. The final number is what the HTML holds and what is read aloud; a
 * number already in view when the page comes alive stays as it is, and so does every number under reduced motion.
 */
export function CountUp({ target, steps }: CountUpProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(target);

  useEffect(() => {
    const element = ref.current;
    if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isFirstReport = true;
    const observer = new IntersectionObserver(([entry]) => {
      const wasSeenBefore = isFirstReport && entry?.isIntersecting;
      isFirstReport = false;
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      if (wasSeenBefore) return;
      const values = counterValues(target, steps);
      timer = setInterval(() => {
        setShown(values.shift() ?? target);
        if (values.length === 0) clearInterval(timer);
      }, STEP_MS);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [target, steps]);

  return (
    <span ref={ref} className="count-up" data-count={target} data-steps={steps}>
      <span className="visually-hidden">{target}</span>
      <span aria-hidden="true">{shown}</span>
    </span>
  );
}
