// Makes a static page of a guest's render: the same for everybody, with its styles inline, and with no script that runs before
// somebody means to use it.
import { createHash } from "node:crypto";
import { criticalCss, type StyleRule } from "./critical-css";

/** The scripts that a static page may carry inline, compiled from app/bootstrap. */
export interface Bootstrap {
  /** On every page: the header's look, and hydration on intent. */
  intent: string;
  /** On pages with numbers that count up. */
  counters: string;
  /** On the page with the video. */
  video: string;
  /** On pages with a carousel. */
  slides: string;
}

/** What of the build a static page needs. */
export interface StaticPageParts {
  bootstrap: Bootstrap;
  /** The rules of the site's style sheet. */
  styles: readonly StyleRule[];
}

export interface StaticPage {
  html: string;
  /** What its policy allows beside its own origin, without the quotes: "sha256-…" for each inline script and style. */
  scriptHashes: string[];
  styleHashes: string[];
}

/**
 * Speculation rules: the browser fetches the document behind a link while the link is being pressed, the default for such rules.
 * Anything more eager would fetch what merely scrolls by on a phone. A browser leaves it out by itself when it saves data.
 */
const PREFETCH = '{"prefetch":[{"where":{"href_matches":"/*"}}]}';

/** The scripts that run. The type of any other script says that it is data. */
const SCRIPTS = 'body > script:not([type]), body > script[type="module"]';
const HTML = { html: true } as const;
/** The scripts that some elements need, by the attribute that the elements have. */
const ENHANCED = { "data-count-up": "counters", "data-video": "video", "data-slides": "slides" } as const;
type EnhancedBy = keyof typeof ENHANCED;
const ENHANCED_BY = Object.keys(ENHANCED) as EnhancedBy[];

/**
 * Makes a static page of one that was rendered whole, for a guest. The style sheet and the modules stay as links that mean nothing
 * to a browser (some fetch even a style sheet that is disabled), and React Router's scripts become one that is inert:
 * app/bootstrap/intent.ts wakes them.
 * @throws TypeError when the page is not what React Router renders for a guest.
 */
export async function toStaticPage(rendered: string, { bootstrap, styles }: StaticPageParts): Promise<StaticPage> {
  const { names, enhanced, scripts } = await readPage(rendered);
  const hydrate = hydrationScript(scripts);
  const css = criticalCss(styles, names);
  const start = [bootstrap.intent, ...[...enhanced].map((name) => bootstrap[ENHANCED[name]])].join(";\n");
  // As many scripts as React renders, in their place.
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

/** What a static page is made of, read from the page as it was rendered. */
interface PageContent {
  /** Its tags, "p", and its classes, ".tied". */
  names: Set<string>;
  /** The attributes on the page that need an optional inline script. */
  enhanced: Set<EnhancedBy>;
  /** The texts of the scripts that run. */
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
  // HTMLRewriter takes what is in `noscript` for text, as a browser with scripts does.
  await reader.transform(new Response(withoutScripts)).arrayBuffer();
  return content;
}

/**
 * One script of those that React Router renders: the data of the page, then the module that hydrates it. The script that restores
 * the scroll position goes: the bootstrap does that.
 * @throws TypeError when they are not what React Router renders for a page that is whole.
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

/** Takes back what React escapes in the value of an attribute. */
function unescapeHtml(value: string): string {
  return value.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? "");
}

function hashSource(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
