import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

interface SettingSectionProps {
  /** The section's id, from which the heading's id derives. */
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/**
 * A section of the account settings. On a wide screen the heading is on the left and the content on the right. A dotted line then runs down
 * the page through all sections, and each heading sticks to the top while its content scrolls.
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
      {/* The rule between two sections is only in this column: the dotted line is in the other. */}
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
