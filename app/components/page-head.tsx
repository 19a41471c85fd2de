import type { ReactNode } from "react";

interface PageHeadProps {
  title: ReactNode;
  lead: ReactNode;
  /** Figures in marigold beside the title. */
  figures?: readonly { label: string; value: string }[];
  /** A drawing beside the title where there is room. */
  ornament?: ReactNode;
}

/** The head of a page: its one h1 and what it is about, on cloth with a hem. */
export function PageHead({ title, lead, figures = [], ornament }: PageHeadProps) {
  const look = figures.length > 0 ? " with-figures" : ornament ? " with-ornament" : "";
  return (
    <section className={`page-head${look} cloth hem`}>
      <div className="page">
        <div>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
        </div>
        {ornament && <div className="page-head-ornament">{ornament}</div>}
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
