import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

interface PageHeadProps {
  title: ReactNode;
  lead: ReactNode;
  /** Large numbers with their labels, beside the title. */
  figures?: readonly { label: string; value: string }[];
  /** A drawing beside the title, on wide screens only. */
  ornament?: ReactNode;
}

/** The head of a page: its h1 and an introduction, on the dark "cloth" background. */
export function PageHead({ title, lead, figures = [], ornament }: PageHeadProps) {
  const hasFigures = figures.length > 0;
  return (
    <section className="cloth hem pt-[clamp(2rem,4vw,3.5rem)] pb-[clamp(3.25rem,5vw,4.5rem)]">
      <div
        className={cx(
          "page-width",
          (hasFigures || ornament) && "lg:grid lg:gap-16",
          hasFigures ? "lg:grid-cols-split-start lg:items-end" : ornament && "lg:grid-cols-ornament lg:items-center",
        )}
      >
        <div>
          <h1>{title}</h1>
          <p className="mt-3.5 max-w-136 text-lg text-pretty text-ink-soft">{lead}</p>
        </div>
        {ornament && <div className="hidden lg:block">{ornament}</div>}
        {hasFigures && (
          <dl className="mt-8 flex flex-wrap gap-x-12 gap-y-5 lg:mt-0 lg:justify-between lg:gap-5">
            {figures.map(({ label, value }) => (
              <div key={label} className="flex flex-col-reverse justify-end">
                <dt className="mt-1.25 text-sm/body text-ink-soft">{label}</dt>
                <dd className="font-display text-2xl/none font-bold text-marigold">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}
