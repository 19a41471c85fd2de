import { useEffect, useRef } from "react";
import { attachCounter } from "./counter";

interface CountUpProps {
  target: number;
  /** The number of steps from 0 to the target. */
  steps: number;
}

/** A number that counts up once when it scrolls into view. The HTML contains the final number, and screen readers read only that. */
export function CountUp({ target, steps }: CountUpProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => (ref.current ? attachCounter(ref.current) : undefined), []);
  return (
    <span ref={ref} data-count-up="" data-count={target} data-steps={steps}>
      <span className="sr-only">{target}</span>
      {/* The counter of the static page may be running when React hydrates it. */}
      <span aria-hidden="true" suppressHydrationWarning>
        {target}
      </span>
    </span>
  );
}
