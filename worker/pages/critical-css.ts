// Picks from the site's style sheet what one page can need.

/** Where the rules are among the static files, for the Worker alone. */
export const STYLE_RULES_FILE = "assets/style-rules.json";

/**
 * A part of the style sheet, as scripts/style-rules.ts cuts it at build time: one that every page needs; a rule for which a page must
 * have all names of one of the lists (".class" or "tag", a list for each selector); a custom property's definition, for pages
 * that use the property; or a group of rules, such as a media query, with what stands before its braces.
 */
export type StyleRule =
  | string
  | { css: string; needs: string[][] }
  | { css: string; property: string }
  | { group: string; rules: StyleRule[] };

/**
 * The rules that apply to a page, in the order of the style sheet.
 * @param names the page's tags, "p", and classes, ".tied"
 */
export function criticalCss(rules: readonly StyleRule[], names: ReadonlySet<string>): string {
  let css = "";
  // A property's definition may use another property.
  for (let known = -1, properties = new Set<string>(); properties.size > known; ) {
    known = properties.size;
    css = print(rules, names, properties);
    properties = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name));
  }
  return css;
}

function print(rules: readonly StyleRule[], names: ReadonlySet<string>, properties: ReadonlySet<string>): string {
  return rules
    .map((rule) => {
      if (typeof rule === "string") return rule;
      if ("needs" in rule) return rule.needs.some((list) => list.every((name) => names.has(name))) ? rule.css : "";
      if ("property" in rule) return properties.has(rule.property) ? rule.css : "";
      const inner = print(rule.rules, names, properties);
      // The first mention of a layer decides its rank, even when nothing of it is left.
      if (!inner) return rule.group.startsWith("@layer") ? `${rule.group};` : "";
      return `${rule.group}{${inner}}`;
    })
    .join("");
}
