// Splits the built style sheet into rules for the Worker: a static page has inline the rules for its tags and classes.
import { type ChildNode, parse, type Rule } from "postcss";
import selectorParser, { type Selector } from "postcss-selector-parser";
import type { Plugin } from "vite";
import { STYLE_RULES_FILE, type StyleRule } from "../worker/pages/critical-css.ts";

const CONTROLS = ["input", "select", "textarea", "progress"];
/** Pseudo-elements and pseudo-classes that only form controls have. */
const CONTROL_PSEUDOS =
  /^(::(placeholder|file-selector-button|-moz-progress-|-webkit-(calendar|date|datetime|inner|outer|progress|search)-)|:-moz-ui-)/;

/** At-rules that contain rules. The block of any other is not split. */
const GROUP_RULES = new Set(["layer", "media", "supports", "container"]);

/** Splits a style sheet. @throws CssSyntaxError */
export function styleRules(css: string): StyleRule[] {
  return parse(css).nodes.flatMap(split);
}

function split(node: ChildNode): StyleRule[] {
  if (node.type === "comment") return [];
  if (node.type === "rule") return [splitRule(node)];
  if (node.type !== "atrule" || !node.nodes) return [`${node.toString()};`];
  const { name, params } = node;
  if (name === "property") return [{ css: node.toString(), property: params }];
  const ranges = name === "font-face" ? unicodeRanges(node.nodes) : null;
  if (ranges) return [{ css: node.toString(), characters: ranges }];
  return GROUP_RULES.has(name)
    ? [{ group: `@${name} ${params}`.trim(), rules: node.nodes.flatMap(split) }]
    : [node.toString()];
}

/** The ranges of `unicode-range`, such as "U+20-17E,U+4??"; null without that descriptor. */
function unicodeRanges(nodes: readonly ChildNode[]): [first: number, last: number][] | null {
  const descriptor = nodes.find((node) => node.type === "decl" && node.prop.toLowerCase() === "unicode-range");
  if (descriptor?.type !== "decl") return null;
  return descriptor.value.split(",").map((range) => {
    const [first = "", last = first] = range.trim().slice("U+".length).split("-");
    return [Number.parseInt(first.replaceAll("?", "0"), 16), Number.parseInt(last.replaceAll("?", "F"), 16)];
  });
}

function splitRule(rule: Rule): StyleRule {
  const needs = selectorParser().astSync(rule.selector).nodes.flatMap(requiredNames);
  if (needs.every((list) => list.length > 0)) return { css: rule.toString(), needs };
  const properties = rule.nodes.flatMap((one) => (one.type === "decl" && one.prop.startsWith("--") ? one : []));
  if (properties.length < rule.nodes.length) return rule.toString();
  return { group: rule.selector, rules: properties.map((one) => ({ css: `${one.toString()};`, property: one.prop })) };
}

/**
 * The names that a page must have for a selector to match: all names (".class" or "tag") of one of the lists. Ignores `:not()`, `:has()`
 * and attribute selectors.
 */
function requiredNames({ nodes }: Selector): string[][] {
  let lists: string[][] = [[]];
  for (const part of nodes) {
    let choices: string[][] = [[]];
    if (part.type === "class") choices = [[`.${part.value}`]];
    if (part.type === "tag") choices = [[part.value.toLowerCase()]];
    if (part.type === "pseudo" && CONTROL_PSEUDOS.test(part.value)) choices = CONTROLS.map((tag) => [tag]);
    if (part.type === "pseudo" && /^:(is|where)$/.test(part.value)) choices = part.nodes.flatMap(requiredNames);
    lists = lists.flatMap((list) => choices.map((choice) => [...list, ...choice]));
  }
  return lists;
}

/** Writes the rules to the client build, where the Worker reads them. */
export function writeStyleRules(): Plugin {
  return {
    name: "navarambh:style-rules",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith(".css"));
        const [sheet] = sheets;
        // A second style sheet that loads later would override the first.
        if (sheet?.type !== "asset" || sheets.length > 1)
          throw new Error("All styles have to be imported in app/app.css");
        const source = JSON.stringify(styleRules(String(sheet.source)));
        this.emitFile({ type: "asset", fileName: STYLE_RULES_FILE, source });
      },
    },
  };
}
