// Settles a page: the HTML of a guest's render, in a form that is the same for everybody, needs nothing else to be painted, and
// loads no script before somebody means to use it.
import { createHash } from "node:crypto";
import { criticalCss, pageParts } from "./critical-css";

/** The scripts that a settled page may carry inline, compiled from app/bootstrap. */
export interface Bootstrap {
  /** On every page: the header's look, and hydration on intent. */
  intent: string;
  /** On pages with numbers that count up. */
  counters: string;
  /** On the page with the film. */
  film: string;
  /** On pages with a carousel. */
  slides: string;
}

/** What of the build settling needs. */
export interface SettleParts {
  bootstrap: Bootstrap;
  /** The text of one of the build's stylesheets, by the path that a page links it at. */
  readStylesheet(path: string): Promise<string>;
}

/** A page that is the same for everybody. */
export interface SettledPage {
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

/**
 * Settles a page that was rendered whole, for a guest.
 *
 * The stylesheets stay linked, since React looks for them, but disabled: a browser fetches none of them until the bootstrap enables
 * them, and what the page needs of them is inline. For no medium either: those that are there wait for the others, and all of
 * them take the place of the inline one at once, so that the page is laid out anew once. React Router's scripts become one that is inert. The number of inline scripts in
 * the body stays what React expects.
 * @throws TypeError when the page is not what React Router renders for a guest.
 */
export async function settlePage(rendered: string, { bootstrap, readStylesheet }: SettleParts): Promise<SettledPage> {
  const plain = rendered
    .replaceAll(/(<(?:script|style|link)\b[^>]*?) nonce="[^"]*"/g, "$1")
    .replaceAll(' data-discover="true"', "")
    .replaceAll(/><\/(?:path|circle|rect|use)>/g, "/>");
  const { page, hydrate } = takeScripts(plain);
  const later = laterLinks(page, hydrate);
  const paths = new Set<string>();
  const body = page
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll(/<link rel="stylesheet" href="([^"]+)"\/>/g, (_, path: string) => {
      // React Router tells links to one stylesheet apart by a bare "#".
      paths.add(path.replace("#", ""));
      return `<link rel="stylesheet" href="${path}" media="not all" disabled/>`;
    });
  const css = criticalCss(await Promise.all([...paths].map(readStylesheet)), pageParts(body));

  const inline = [bootstrap.intent];
  if (body.includes('class="count-up"')) inline.push(bootstrap.counters);
  if (body.includes('class="film-screen"')) inline.push(bootstrap.film);
  if (body.includes('class="slides"')) inline.push(bootstrap.slides);
  const start = inline.join(";\n");

  const html = body
    .replace("<head>", () => `<head><style data-settled>${css}</style>`)
    .replace("</head>", () => `${later.join("")}</head>`)
    .replace(
      "</body>",
      () =>
        `<script type="speculationrules">${PREFETCH}</script><script>${start}</script><script type="later">${hydrate}</script></body>`,
    );
  return { html, scriptHashes: [PREFETCH, start, hydrate].map(hash), styleHashes: [hash(css)] };
}

/**
 * The entry module and what it imports, which is most of the code, as links that the bootstrap turns into preloads. The other
 * modules are named by what hydrates the page, and found at once, as are the bundler's few helpers, which those name. React Router
 * lists the entry's after its manifest.
 */
function laterLinks(page: string, hydrate: string): string[] {
  const paths = [...page.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, path = ""]) => path);
  const isNamed = (path: string) => hydrate.includes(` from "${path}"`);
  const end = paths.findIndex(isNamed);
  const first = paths.slice(1, end < 0 ? undefined : end).filter((path) => !path.includes("/rolldown-runtime-"));
  return first.map((path) => `<link rel="later" href="${path}"/>`);
}

interface Taken {
  /** The page without the inline scripts of its body. */
  page: string;
  /** The text of one module: the data of the page, then everything that hydrates it. */
  hydrate: string;
}

/** Takes React Router's scripts out of a page; those of other types are data. The bootstrap restores the scroll position itself. */
function takeScripts(html: string): Taken {
  const data: string[] = [];
  const others: string[] = [];
  const modules: string[] = [];
  const page = html
    .replaceAll(/<script(| type="module" async="")>([\s\S]*?)<\/script>/g, (_, type: string, text: string) => {
      const kind = type ? modules : text.startsWith("window.__reactRouterContext") ? data : others;
      kind.push(text);
      return "";
    })
    // The boundaries in which the data came.
    .replace(/(?:<!--\/?\$-->)+(?=<\/body>)/, "");
  const [restoreScroll, ...unknown] = others;
  const [start, ...more] = modules;
  if (!restoreScroll || !start || unknown.length > 0 || more.length > 0 || data.length === 0) {
    throw new TypeError("The page was not rendered whole, or not by the React Router that is known here");
  }
  return { page, hydrate: [...data, start].join("\n") };
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
