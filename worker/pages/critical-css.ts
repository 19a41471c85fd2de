// Selects the rules of the site's style sheet that one page needs.

/** The path of the rules among the static files. Only the Worker reads it. */
export const STYLE_RULES_FILE = "assets/style-rules.json";

/**
 * A part of the style sheet, split by scripts/style-rules.ts at build time:
 * - a string: CSS that every page needs;
 * - `needs`: a rule for pages that have all names (".class" or "tag") of one of the lists; there is a list for each selector;
 * - `property`: the definition of a custom property, for pages that use it;
 * - `characters`: a font, for pages with a character in one of the ranges of code points;
 * - `group`: a block of rules, such as a media query, with the text before its braces.
 */
export type StyleRule =
  | string
  | { css: string; needs: string[][] }
  | { css: string; property: string }
  | { css: string; characters: [first: number, last: number][] }
  | { group: string; rules: StyleRule[] };

/** What of a page decides which rules it needs. */
export interface PageNeeds {
  /** The tags, "p", and classes, ".tied". */
  names: ReadonlySet<string>;
  /** The code points of its text. */
  characters: ReadonlySet<number>;
}

/** The rules that apply to a page, in the order of the style sheet. */
export function criticalCss(rules: readonly StyleRule[], page: PageNeeds): string {
  let css = "";
  // Repeats, since the definition of a property may use another property.
  for (let known = -1, properties = new Set<string>(); properties.size > known; ) {
    known = properties.size;
    css = print(rules, page, properties);
    properties = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name));
  }
  return css;
}

function print(rules: readonly StyleRule[], page: PageNeeds, properties: ReadonlySet<string>): string {
  const { names, characters } = page;
  return rules
    .map((rule) => {
      if (typeof rule === "string") return rule;
      if ("needs" in rule) return rule.needs.some((list) => list.every((name) => names.has(name))) ? rule.css : "";
      if ("property" in rule) return properties.has(rule.property) ? rule.css : "";
      if ("characters" in rule) return rule.characters.some((range) => hasCharacter(characters, range)) ? rule.css : "";
      const inner = print(rule.rules, page, properties);
      // The first mention of a layer determines its order, so an empty layer is kept as a statement.
      if (!inner) return rule.group.startsWith("@layer") ? `${rule.group};` : "";
      return `${rule.group}{${inner}}`;
    })
    .join("");
}

function hasCharacter(characters: ReadonlySet<number>, [first, last]: [first: number, last: number]): boolean {
  return [...characters].some((character) => first <= character && character <= last);
}
