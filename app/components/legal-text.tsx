// The legal texts, on their own pages and in the dialogs of the sign-up form.
import type { ReactNode } from "react";
import { BRAND } from "../content/brand";
import type { LegalDocument } from "../content/legal/section";

interface LegalTextProps {
  document: LegalDocument;
  /** The level of the sections' headings: 2 on a page, 3 in a dialog. */
  headingLevel?: 2 | 3;
}

/** A legal text without its title. On a page its sections have ids, and the page shows the summary itself. */
export function LegalText({ document, headingLevel = 2 }: LegalTextProps) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <div className="prose *:not-first:mt-9">
      {headingLevel === 3 && <p>{document.summary}</p>}
      {document.sections.map(({ id, title, body }) => (
        <section key={id} className="*:not-first:mt-3" id={headingLevel === 2 ? id : undefined}>
          <Heading className="text-xl">{title}</Heading>
          {body.map((block) =>
            typeof block === "string" ? (
              <p key={block}>{linkContacts(block)}</p>
            ) : (
              <ul key={block[0]} className="tied">
                {block.map((item) => (
                  <li key={item}>{linkContacts(item)}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </div>
  );
}

const CONTACT_HREFS = new Map<string, string>([
  [BRAND.email, `mailto:${BRAND.email}`],
  [BRAND.phone, BRAND.phoneHref],
]);
const CONTACTS = new RegExp(
  `(${[...CONTACT_HREFS.keys()].map((contact) => contact.replace(/[.+]/g, "\\$&")).join("|")})`,
);

/** Turns our e-mail address and phone number in a text into links. */
function linkContacts(text: string): ReactNode[] {
  return text.split(CONTACTS).map((part) => {
    const href = CONTACT_HREFS.get(part);
    return href ? (
      <a key={part} href={href}>
        {part}
      </a>
    ) : (
      part
    );
  });
}
