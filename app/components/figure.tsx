import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

interface FigureProps {
  className?: string;
  valueClassName?: string;
  label: string;
  /** A line under the label. */
  note?: string;
  /** The number. */
  children: ReactNode;
}

/** A large number above its label, inside a `<dl>`. In the HTML the label comes first, for screen readers. */
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
