// Trusted Types: browsers that have them refuse strings where they would be parsed as HTML or run, unless a policy lets them through
// (https://www.w3.org/TR/trusted-types/). The content security policy requires them, and allows no policies but those that are named here.

interface TrustedTypes {
  /** Each policy may be created once a document. @param rules return undefined for a text that is refused */
  createPolicy<Rules extends Record<string, (text: string) => string | undefined>>(
    name: "default" | "drawing" | "hydration",
    rules: Rules,
  ): Rules;
}

/** A type for `globalThis`. There are no Trusted Types in a browser without them, and on the server. */
export interface WithTrustedTypes {
  readonly trustedTypes?: TrustedTypes;
}

/** Text without a tag, and what React parses to create a script element that does not run. */
const INERT_MARKUP = /^(<script><\/script>|[^<]*)$/;

/** Lets inert markup be parsed: React sets it when it adds JSON-LD to a page, and when it has to render a page anew. */
export function allowInertMarkup(): void {
  const { trustedTypes } = globalThis as WithTrustedTypes;
  trustedTypes?.createPolicy("default", { createHTML: (html) => INERT_MARKUP.exec(html)?.[0] });
}
