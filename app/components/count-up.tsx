import { useEffect, useRef } from "react";
import { attachCounter } from "./counter";

interface CountUpProps {
  target: number;
  /** In how many steps it rises. */
  steps: number;
}

/** A number that counts up, once, when it scrolls into view. The final number is what the HTML holds and what is read aloud. */
export function CountUp({ target, steps }: CountUpProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => (ref.current ? attachCounter(ref.current) : undefined), []);
  return (
    <span ref={ref} data-count-up="" data-count={target} data-steps={steps}>
      <span className="sr-only">{target}</span>
      {/* It may be on its way already when React takes the page over. */}
      <span aria-hidden="true" suppressHydrationWarning>
        {target}
      </span>
    </span>
  );
}
