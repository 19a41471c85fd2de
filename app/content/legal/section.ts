/** A section of a legal text. In `body` a string is a paragraph, and an array is a bulleted list. */
interface LegalSection {
  /** The fragment id, unique in the document. */
  id: string;
  title: string;
  body: readonly (string | readonly string[])[];
}

export interface LegalDocument {
  title: string;
  /** The date since which it is in force, in ISO 8601. */
  since: string;
  summary: string;
  sections: readonly LegalSection[];
}
