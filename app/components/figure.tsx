import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

interface FigureProps {
  className?: string;
  valueClassName?: string;
  label: string;
  /** A line under the label. */
  note?: string;
  /** The figure itself. */
  children: ReactNode;
}

/** A large figure above what it counts, for a `dl`: the label comes first for those who hear it. */
export function Figure({ className, valueClassName, label, note, children }: FigureProps) {
  return (
    <div className={cx("flex flex-col-reverse justify-end", className)}>
      <dt className="mt-1.5 text-ink-soft">
        {label}
        {note && <small className="block text-sm/body">{note}</small>}
      </dt>
      <dd className={cx("font-display text-3xl/none font-bold tracking-display whitespace-nowrap", valueClassName)}>
        {children}
      </dd>
    </div>
  );
}
