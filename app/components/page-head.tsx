import type { ReactNode } from "react";

interface PageHeadProps {
  title: ReactNode;
  lead: ReactNode;
  /** Figures in marigold beside the title. */
  figures?: readonly { label: string; value: string }[];
  children?: ReactNode;
}

/** The head of a page: its one h1 and what it is about, on cloth with a hem. */
export function PageHead({ title, lead, figures = [], children }: PageHeadProps) {
  return (
    <section className={figures.length > 0 ? "page-head with-figures cloth hem" : "page-head cloth hem"}>
      <div className="page">
        <div>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          {children}
        </div>
        {figures.length > 0 && (
          <dl className="figures">
            {figures.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}
