import { cx } from "class-variance-authority";

interface KickerProps {
  id: string;
  /** The space below the heading. */
  className?: string;
  children: string;
}

/** A small heading above large text. */
export function Kicker({ id, className = "mb-4", children }: KickerProps) {
  return (
    <h2 id={id} className={cx("font-sans text-sm/normal font-semibold tracking-normal text-ink-soft", className)}>
      {children}
    </h2>
  );
}
