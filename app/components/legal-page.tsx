import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { LegalDocument } from "../content/legal/section";
import { formatDate } from "../lib/format-date";
import "../styles/marketing.css";
import "../styles/legal.css";
import { LegalText } from "./legal-text";
import { PageHead } from "./page-head";
import { absoluteUrl } from "./page-meta";

/** A legal text as a page of its own: contents at the side, text beside them. `children` stand before the text. */
export function LegalPage({ document, children }: { document: LegalDocument; children?: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={document.title} lead={document.summary} />
      <div className="page section legal-page">
        <nav aria-labelledby="contents" className="legal-contents no-print">
          <h2 id="contents" className="kicker">
            On this page
          </h2>
          <ul className="bare">
            {document.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <p className="sm soft legal-since">
            In force since <time dateTime={document.since}>{formatDate(document.since)}</time>
          </p>
          {children}
          <LegalText document={document} />
          <p className="print-only sm">{absoluteUrl(pathname)}</p>
        </div>
      </div>
    </>
  );
}
