import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

interface SettingSectionProps {
  /** The section's address on the page; its heading's id derives from it. */
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/**
 * One matter of the account settings: what it is on the left, what can be done about it beside it where there is room. There a
 * thread runs down the page from section to section, and the dot of each heading slides along it.
 */
export function SettingSection({ id, title, lead, children }: SettingSectionProps) {
  return (
    <section
      className={cx(
        "group/setting relative grid scroll-mt-22 grid-cols-1 gap-x-16 gap-y-5 border-line py-9 max-lg:not-first:border-t",
        "lg:grid-cols-split lg:py-12 lg:not-last:before:absolute lg:not-last:before:top-21 lg:not-last:before:-bottom-13",
        "lg:not-last:before:left-1.5 lg:not-last:before:thread-down",
      )}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <header className="min-w-0 lg:sticky lg:top-26 lg:self-start">
        <h2 className="flex gap-3 text-2xl before:mt-1.5 before:size-6 before:flex-none before:tie" id={`${id}-title`}>
          {title}
        </h2>
        <p className="mt-2 max-w-108 text-ink-soft lg:ml-9">{lead}</p>
      </header>
      {/* The line to the section before spans this column alone: the thread runs through the other. */}
      <div
        className={cx(
          "relative min-w-0 lg:group-not-first/setting:before:absolute lg:group-not-first/setting:before:inset-x-0",
          "lg:group-not-first/setting:before:-top-12 lg:group-not-first/setting:before:border-t",
          "lg:group-not-first/setting:before:border-line",
        )}
      >
        {children}
      </div>
    </section>
  );
}
