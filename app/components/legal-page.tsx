import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { LegalDocument } from "../content/legal/section";
import { formatDate } from "../lib/format-date";
import { Kicker } from "./kicker";
import { LegalText } from "./legal-text";
import { PageHead } from "./page-head";
import { absoluteUrl } from "./page-meta";

/** The page of a legal text, with a table of contents at the side. `children` come before the text. */
export function LegalPage({ document, children }: { document: LegalDocument; children?: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={document.title} lead={document.summary} />
      <div className="page-width grid grid-cols-1 gap-x-20 gap-y-10 py-section lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav aria-labelledby="contents" className="lg:sticky lg:top-26 lg:self-start print:hidden">
          <Kicker id="contents" className="mb-1.5">
            On this page
          </Kicker>
          <ul className="list-none">
            {document.sections.map(({ id, title }) => (
              <li key={id}>
                <a className="flex min-h-target items-center leading-snug" href={`#${id}`}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <p className="mb-8 text-sm text-ink-soft">
            In force since <time dateTime={document.since}>{formatDate(document.since)}</time>
          </p>
          {children}
          <LegalText document={document} />
          <p className="mt-6 hidden text-sm print:block">{absoluteUrl(pathname)}</p>
        </div>
      </div>
    </>
  );
}
