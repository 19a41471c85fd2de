/** A part of a legal text: a heading and what stands under it. A list of strings in `body` is a bulleted list. */
export interface LegalSection {
  /** Fragment id, unique in its text. */
  id: string;
  title: string;
  body: readonly (string | readonly string[])[];
}

export interface LegalDocument {
  title: string;
  /** The day from which it holds, ISO 8601. */
  since: string;
  summary: string;
  sections: readonly LegalSection[];
}
