import type { ReactNode } from "react";

interface PanelProps {
  /** The id of its heading. */
  id: string;
  title: string;
  /** A link or button beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of the dashboard. */
export function Panel({ id, title, action, children }: PanelProps) {
  return (
    <section className="not-first:mt-11" aria-labelledby={id}>
      <header className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
