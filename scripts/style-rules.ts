// Cuts the built style sheet into rules, for the Worker: a static page carries those inline whose tags and classes it has.
import { type ChildNode, parse, type Rule } from "postcss";
import selectorParser, { type Selector } from "postcss-selector-parser";
import type { Plugin } from "vite";
import { STYLE_RULES_FILE, type StyleRule } from "../worker/pages/critical-css.ts";

const CONTROLS = ["input", "select", "textarea", "progress"];
/** Parts and states that only controls have. */
const OF_CONTROLS =
  /^(::(placeholder|file-selector-button|-moz-progress-|-webkit-(calendar|date|inner|outer|progress|search)-)|:-moz-ui-)/;

/** At-rules whose block holds rules; the block of any other is taken as it is. */
const GROUPS = new Set(["layer", "media", "supports", "container"]);

/** @param css a style sheet as it was built @throws CssSyntaxError */
export function styleRules(css: string): StyleRule[] {
  return parse(css).nodes.flatMap(cut);
}

function cut(node: ChildNode): StyleRule[] {
  if (node.type === "comment") return [];
  if (node.type === "rule") return [cutRule(node)];
  if (node.type !== "atrule" || !node.nodes) return [`${node.toString()};`];
  const { name, params } = node;
  if (name === "property") return [{ css: node.toString(), property: params }];
  return GROUPS.has(name)
    ? [{ group: `@${name} ${params}`.trim(), rules: node.nodes.flatMap(cut) }]
    : [node.toString()];
}

function cutRule(rule: Rule): StyleRule {
  const needs = selectorParser().astSync(rule.selector).nodes.flatMap(namesOf);
  if (needs.every((list) => list.length > 0)) return { css: rule.toString(), needs };
  const properties = rule.nodes.flatMap((one) => (one.type === "decl" && one.prop.startsWith("--") ? one : []));
  if (properties.length < rule.nodes.length) return rule.toString();
  return { group: rule.selector, rules: properties.map((one) => ({ css: `${one.toString()};`, property: one.prop })) };
}

/**
 * What a page must have for a selector to mean something: all names of one of the lists, ".class" and "tag". What stands in `:not()`,
 * `:has()` and in brackets is not looked at.
 */
function namesOf({ nodes }: Selector): string[][] {
  let lists: string[][] = [[]];
  for (const part of nodes) {
    let choices: string[][] = [[]];
    if (part.type === "class") choices = [[`.${part.value}`]];
    if (part.type === "tag") choices = [[part.value.toLowerCase()]];
    if (part.type === "pseudo" && OF_CONTROLS.test(part.value)) choices = CONTROLS.map((tag) => [tag]);
    if (part.type === "pseudo" && /^:(is|where)$/.test(part.value)) choices = part.nodes.flatMap(namesOf);
    lists = lists.flatMap((list) => choices.map((choice) => [...list, ...choice]));
  }
  return lists;
}

/** Adds the rules to the browser's build, where the Worker reads them. */
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
        // A part of the styles that came later would override the rest.
        if (sheet?.type !== "asset" || sheets.length > 1)
          throw new Error("All styles have to be imported in app/app.css");
        const source = JSON.stringify(styleRules(String(sheet.source)));
        this.emitFile({ type: "asset", fileName: STYLE_RULES_FILE, source });
      },
    },
  };
}
