// Makes a static page of a guest's rendered page. It is the same for every guest, has its styles inline, and loads React only when the
// visitor is about to interact with it.
import { createHash } from "node:crypto";
import { criticalCss, type StyleRule } from "./critical-css";

/** The scripts that a static page may carry inline, compiled from app/bootstrap. */
export interface Bootstrap {
  /** On every page: the header's appearance, and hydration on intent. */
  intent: string;
  /** On pages with animated numbers. */
  counters: string;
  /** On the page with the video. */
  video: string;
  /** On pages with a carousel. */
  slides: string;
}

/** The parts of the build that static pages need. */
export interface StaticPageParts {
  bootstrap: Bootstrap;
  /** The rules of the site's style sheet. */
  styles: readonly StyleRule[];
}

export interface StaticPage {
  html: string;
  /** Sources for the content security policy: "sha256-…" for each inline script and style. */
  scriptHashes: string[];
  styleHashes: string[];
}

/**
 * Speculation rules: the browser prefetches a link's document while the link is being pressed, which is the default eagerness. More eager
 * rules would prefetch links that only scroll by on a phone. Browsers ignore the rules in data-saving mode.
 */
const PREFETCH = '{"prefetch":[{"where":{"href_matches":"/*"}}]}';

/** Executable scripts. Scripts of any other type are data. */
const SCRIPTS = 'body > script:not([type]), body > script[type="module"]';
const HTML = { html: true } as const;
/** The optional inline scripts, by the attribute of the elements that need them. */
const ENHANCED = { "data-count-up": "counters", "data-video": "video", "data-slides": "slides" } as const;
type EnhancedBy = keyof typeof ENHANCED;
const ENHANCED_BY = Object.keys(ENHANCED) as EnhancedBy[];

/**
 * Makes a static page of a page that was rendered completely, for a guest. Links to the style sheet and the modules get `rel="later"`,
 * which browsers ignore (some load even a disabled style sheet). React Router's scripts become one script of type "later", which does not
 * run. app/bootstrap/intent.ts activates them.
 * @throws TypeError when the page is not what React Router renders for a guest.
 */
export async function toStaticPage(rendered: string, { bootstrap, styles }: StaticPageParts): Promise<StaticPage> {
  const { names, enhanced, scripts } = await readPage(rendered);
  const hydrate = hydrationScript(scripts);
  const characters = new Set(Array.from(rendered, (character) => character.codePointAt(0) ?? 0));
  const css = criticalCss(styles, { names, characters });
  const start = [bootstrap.intent, ...[...enhanced].map((name) => bootstrap[ENHANCED[name]])].join(";\n");
  // In place of React's scripts. There must be as many scripts as React expects when it hydrates.
  let inline = [
    `<script type="speculationrules">${PREFETCH}</script>`,
    `<script>${start}</script>`,
    `<script type="later">${hydrate}</script>`,
  ].join("");

  const page = new HTMLRewriter()
    .on("[nonce]", { element: (element) => void element.removeAttribute("nonce") })
    .on("head", { element: (head) => void head.prepend(`<style data-static>${css}</style>`, HTML) })
    .on('link[rel="stylesheet"], link[rel="modulepreload"]', {
      element: (link) => void link.setAttribute("rel", "later"),
    })
    .on(SCRIPTS, {
      element(script) {
        script.before(inline, HTML).remove();
        inline = "";
      },
    })
    .transform(new Response(rendered));
  return {
    html: await page.text(),
    scriptHashes: [PREFETCH, start, hydrate].map(hashSource),
    styleHashes: [hashSource(css)],
  };
}

/** What a static page needs to know about the rendered page. */
interface PageContent {
  /** The tags ("p") and classes (".tied") on the page. */
  names: Set<string>;
  /** The attributes on the page that need an optional inline script. */
  enhanced: Set<EnhancedBy>;
  /** The texts of the executable scripts. */
  scripts: string[];
}

async function readPage(html: string): Promise<PageContent> {
  const content: PageContent = { names: new Set(), enhanced: new Set(), scripts: [] };
  let withoutScripts = "";
  const reader = new HTMLRewriter()
    .on("*", {
      element(element) {
        content.names.add(element.tagName.toLowerCase());
        const classes = unescapeHtml(element.getAttribute("class") ?? "");
        for (const name of classes.split(/\s+/)) content.names.add(`.${name}`);
        for (const name of ENHANCED_BY) if (element.hasAttribute(name)) content.enhanced.add(name);
      },
    })
    .on("noscript", {
      text({ text }) {
        withoutScripts += text;
      },
    })
    .on(SCRIPTS, {
      element: () => void content.scripts.push(""),
      text: ({ text }) => void content.scripts.push((content.scripts.pop() ?? "") + text),
    });
  await reader.transform(new Response(html)).arrayBuffer();
  // HTMLRewriter treats the content of `noscript` as text, as browsers with JavaScript do. So parse it separately.
  await reader.transform(new Response(withoutScripts)).arrayBuffer();
  return content;
}

/**
 * Joins the scripts that React Router renders: the page's data, then the module that hydrates it. Drops the script that restores the
 * scroll position, which the bootstrap does.
 * @throws TypeError when they are not what React Router renders for a complete page.
 */
function hydrationScript([restoreScroll, context = "", start, ...stream]: readonly string[]): string {
  const data = [context, ...stream];
  const isKnown = restoreScroll && start?.startsWith("import ") && stream.length > 0;
  if (!isKnown || !data.every((text) => text.startsWith("window.__reactRouterContext"))) {
    throw new TypeError("The page was not rendered whole, or not by the React Router that is known here");
  }
  return [...data, start].join("\n");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** Reverses React's escaping of attribute values. */
function unescapeHtml(value: string): string {
  return value.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? "");
}

function hashSource(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
