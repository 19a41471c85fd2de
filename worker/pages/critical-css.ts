// Leaves of a stylesheet what one page can need: its own elements, in any state that its inline scripts and the visitor bring about.

/** Classes and attributes that no HTML holds, but that the visitor or an inline script of a settled page sets. */
const SET_LATER = { classes: ["is-scrolled"], attributes: ["open", "data-player", "data-playing"] };

/** The names of the tags, classes and attributes that a page has. */
export interface PageParts {
  tags: ReadonlySet<string>;
  classes: ReadonlySet<string>;
  attributes: ReadonlySet<string>;
}

/**
 * A stylesheet as a tree: an at-rule that stands as it is, a rule with declarations, or an at-rule around others. Keyframes and
 * registered properties have a name, and mean nothing where that is not used.
 */
type Node =
  | { kind: "statement"; text: string; name?: string }
  | { kind: "rule"; selectors: Selector[]; body: string }
  | { kind: "group"; prelude: string; children: Node[] };

interface Selector {
  text: string;
  tags: string[];
  classes: string[];
  attributes: string[];
}

/** At-rules whose block holds rules; the block of any other is taken as it is. */
const GROUPS = /^@(?:layer|media|supports|container|scope|starting-style)\b/;

/** What of a page a selector can speak about. */
export function pageParts(html: string): PageParts {
  const tags = new Set<string>();
  const attributes = new Set(SET_LATER.attributes);
  for (const [, tag = "", rest = ""] of html.matchAll(/<([a-z][a-z\d-]*)((?:\s+[^\s"=<>]+(?:="[^"]*")?)*)/gi)) {
    tags.add(tag.toLowerCase());
    for (const [, name = ""] of rest.matchAll(/\s([^\s"=]+)(?:="[^"]*")?/g)) attributes.add(name.toLowerCase());
  }
  const classes = new Set(SET_LATER.classes);
  for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/g)) {
    for (const name of names.split(/\s+/)) classes.add(name);
  }
  return { tags, classes, attributes };
}

const parsed = new Map<string, Node[]>();

/**
 * The part of a minified stylesheet that can apply to a page. A selector stays unless it names a tag, a class or an attribute
 * that the page has not; ids, values and states are never held against it. Custom properties that nothing left over uses go as well.
 * @param sheets in their order in the page
 */
export function criticalCss(sheets: readonly string[], page: PageParts): string {
  const nodes = sheets.flatMap((sheet) => {
    const known = parsed.get(sheet) ?? parse(sheet);
    parsed.set(sheet, known);
    return known;
  });
  const print = (keeps: (name: string) => boolean) => nodes.map((node) => printNode(node, page, keeps)).join("");
  const unnamed = dropUnused(print(() => false));
  const css = dropLostLayers(dropUnused(print((name) => unnamed.includes(name))));
  return css.replace(/("(?:\\.|[^"\\])*")|, /g, (_, string?: string) => string ?? ",");
}

function printNode(node: Node, page: PageParts, keeps: (name: string) => boolean): string {
  if (node.kind === "statement") return node.name === undefined || keeps(node.name) ? node.text : "";
  if (node.kind === "group") {
    const inner = node.children.map((child) => printNode(child, page, keeps)).join("");
    // Where a layer is first named decides its rank, even when nothing of it is left.
    if (!inner) return node.prelude.startsWith("@layer ") ? `${node.prelude};` : "";
    return `${node.prelude}{${inner}}`;
  }
  const left = node.selectors.filter(
    ({ tags, classes, attributes }) =>
      tags.every((tag) => page.tags.has(tag)) &&
      classes.every((name) => page.classes.has(name)) &&
      attributes.every((name) => page.attributes.has(name)),
  );
  return left.length > 0 ? `${left.map(({ text }) => text).join(",")}{${node.body}}` : "";
}

/** A declaration of a custom property, with what ends it; its value may hold strings, and addresses in brackets. */
const CUSTOM_PROPERTY =
  /(?<=[{;])(--[\w-]+):(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^"')]*\)|[^;{}"'])*(?:;|(?=\}))/g;

/** Takes out custom properties that nothing refers to, and rules that are empty, until there are none. */
function dropUnused(css: string): string {
  const used = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
  const left = css
    .replace(CUSTOM_PROPERTY, (text, name: string) => (used.has(name) ? text : ""))
    .replace(/(?<=^|[{};])(?!@layer)[^{};]+\{\}/g, "");
  return left === css ? css : dropUnused(left);
}

/** Takes out the names of layers of which nothing follows either, so that their rank means nothing. */
function dropLostLayers(css: string): string {
  return css.replace(/(@layer [\w-]+)(?:;|\{\})/g, (text, layer: string, at: number) =>
    [";", "{"].some((end) => css.includes(layer + end, at + text.length)) ? text : "",
  );
}

function parse(css: string): Node[] {
  const nodes: Node[] = [];
  let start = 0;
  for (let at = 0; at < css.length; at += 1) {
    const char = css[at];
    if (char === '"' || char === "'") at = stringEnd(css, at);
    else if (char === "\\") at += 1;
    else if (css.startsWith("/*", at)) {
      // Only licences are left in a minified stylesheet, and they stand between rules.
      const end = css.indexOf("*/", at + 2);
      if (end < 0) throw new Error("A comment of a stylesheet is not closed");
      at = end + 1;
      start = at + 1;
    } else if (char === ";") {
      nodes.push({ kind: "statement", text: css.slice(start, at + 1).trim() });
      start = at + 1;
    } else if (char === "{") {
      const end = closing(css, at);
      nodes.push(block(css.slice(start, at).trim(), css.slice(at + 1, end)));
      at = end;
      start = end + 1;
    }
  }
  return nodes;
}

/** The index of the quote that ends the string whose first one is at `open`. */
function stringEnd(css: string, open: number): number {
  for (let at = open + 1; at < css.length; at += 1) {
    if (css[at] === "\\") at += 1;
    else if (css[at] === css[open]) return at;
  }
  throw new Error("A string of a stylesheet is not closed");
}

/** The index of the brace that closes the one at `open`. */
function closing(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    const char = css[at];
    if (char === '"' || char === "'") at = stringEnd(css, at);
    else if (char === "\\") at += 1;
    else if (char === "{") depth += 1;
    else if (char === "}") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw new Error("A block of a stylesheet is not closed");
}

function block(prelude: string, body: string): Node {
  if (GROUPS.test(prelude)) return { kind: "group", prelude, children: parse(body) };
  if (prelude.startsWith("@")) {
    return {
      kind: "statement",
      text: `${prelude}{${body}}`,
      name: /^@(?:keyframes|property) (\S+)/.exec(prelude)?.[1],
    };
  }
  return { kind: "rule", selectors: splitSelectors(prelude).map(readSelector), body };
}

/** Cuts a list of selectors at its commas, not at those within brackets. */
function splitSelectors(list: string): string[] {
  const selectors: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const char = list[at];
    if (char === "\\") at += 1;
    else if (char === "(" || char === "[") depth += 1;
    else if (char === ")" || char === "]") depth -= 1;
    else if (char === "," && depth === 0) {
      selectors.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...selectors, list.slice(start)];
}

/** What must be in a page for a selector to mean anything: not what stands in round brackets, which may be a choice or a negation. */
function readSelector(text: string): Selector {
  let plain = text;
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = plain.replace(/(?<!\\)::?[\w-]+\([^()]*\)/g, "");
  }
  const attributes = [...plain.matchAll(/\[\s*([\w-]+)/g)].map(([, name = ""]) => name.toLowerCase());
  plain = plain.replace(/\[[^\]]*\]/g, "").replace(/(?<!\\)::?[\w-]+/g, "");
  const classes = [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = ""]) => name.replace(/\\(.)/g, "$1"));
  const tags = [...plain.matchAll(/(?<![\w.#\\-])[a-z][a-z\d-]*/gi)].map(([tag]) => tag.toLowerCase());
  return { text, tags, classes, attributes };
}
