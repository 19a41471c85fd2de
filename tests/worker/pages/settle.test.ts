import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { settlePage } from "../../../worker/pages/settle";

const BOOTSTRAP = { intent: "intent()", counters: "counters()", film: "film()", slides: "slides()" };
const readStylesheet = async (path: string) => `p{content:"${path}"}`;

interface Parts {
  head?: string;
  main?: string;
  scripts?: string;
}
/** A page as React Router renders it. */
const rendered = ({ head = "", main = "", scripts = SCRIPTS }: Parts = {}) =>
  `<!DOCTYPE html><html><head><link nonce="abc" rel="stylesheet" href="/assets/one.css#"/><link nonce="abc" rel="stylesheet" href="/assets/two.css"/>` +
  `<link rel="modulepreload" href="/assets/manifest.js" nonce="abc"/><link rel="modulepreload" href="/assets/entry.js" nonce="abc"/>` +
  `<link rel="modulepreload" href="/assets/rolldown-runtime-x.js" nonce="abc"/><link rel="modulepreload" href="/assets/framework.js" nonce="abc"/><link rel="modulepreload" href="/assets/root.js" nonce="abc"/>${head}</head>` +
  `<body><p>text</p><a href="/about" data-discover="true">About</a>${main}${scripts}</body></html>`;
const SCRIPTS =
  '<script nonce="abc">((a)=>{scroll()})("positions")</script>' +
  '<script nonce="abc">window.__reactRouterContext = {};</script>' +
  '<script nonce="abc" type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\nimport("/assets/entry.js");</script>' +
  '<!--$--><script nonce="abc">window.__reactRouterContext.streamController.enqueue("data");</script>' +
  '<!--$--><script nonce="abc">window.__reactRouterContext.streamController.close();</script><!--/$--><!--/$-->';

const settle = (parts?: Parts) => settlePage(rendered(parts), { bootstrap: BOOTSTRAP, readStylesheet });
const hash = (text = "") => `sha256-${createHash("sha256").update(text).digest("base64")}`;

describe("a settled page", () => {
  it("carries no nonce, and nothing that a browser fetches by itself", async () => {
    const { html } = await settle();
    expect(html).not.toContain("nonce");
    expect(html).not.toContain("modulepreload");
    expect(html).not.toMatch(/<script[^>]* src=|<script[^>]*type="module"/);
    expect(html.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/assets/one.css#" media="not all" disabled/>',
      '<link rel="stylesheet" href="/assets/two.css" media="not all" disabled/>',
    ]);
  });

  it("names for later the entry module and what it imports, but for the bundler's helpers", async () => {
    const { html } = await settle();
    expect(html.match(/<link rel="later"[^>]*>/g)).toEqual([
      '<link rel="later" href="/assets/entry.js"/>',
      '<link rel="later" href="/assets/framework.js"/>',
    ]);
  });

  it("holds its styles inline, in the order of its links", async () => {
    const { html, styleHashes } = await settle();
    const style = /<style data-settled>(.*?)<\/style>/.exec(html)?.[1];
    expect(style).toBe('p{content:"/assets/one.css"}p{content:"/assets/two.css"}');
    expect(styleHashes).toEqual([hash(style)]);
  });

  it("keeps three inline scripts in its body, as React counts them, what the first run finds before it", async () => {
    const { html, scriptHashes } = await settle();
    const scripts = [...html.matchAll(/<script(.*?)>(.*?)<\/script>/gs)].map(([, attributes, text]) => [
      attributes,
      text,
    ]);
    expect(scripts.map(([attributes]) => attributes)).toEqual([' type="speculationrules"', "", ' type="later"']);
    const [rules, start, later] = scripts.map(([, text]) => text ?? "");
    expect(start).toBe("intent()");
    expect(later).toMatch(/^window\.__reactRouterContext = .*enqueue.*close.*import "\/assets\/manifest\.js"/s);
    expect(scriptHashes).toEqual([hash(rules), hash(start), hash(later)]);
    expect(html).not.toContain("<!--$-->");
  });

  it.each([
    { main: '<span class="count-up" data-count="5"></span>', start: "intent();\ncounters()" },
    { main: '<div class="film-screen"></div>', start: "intent();\nfilm()" },
    { main: '<div class="slides"></div>', start: "intent();\nslides()" },
  ])("carries the scripts of what it shows: $start", async ({ main, start }) => {
    expect((await settle({ main })).html).toContain(`<script>${start}</script>`);
  });

  it("leaves data of other types alone", async () => {
    const data = '<script type="application/ld+json">{"a":1}</script>';
    expect((await settle({ head: data })).html).toContain(data);
  });

  it.each([
    ["no scripts", ""],
    ["a script that nobody knows", `${SCRIPTS}<script nonce="abc">more()</script>`],
    ["a part that came late", `${SCRIPTS}<script nonce="abc">$RC("B:0","S:0")</script>`],
    ["no data", SCRIPTS.replaceAll("window.__reactRouterContext", "window.other")],
  ])("is not made of a page with %s", async (_, scripts) => {
    await expect(settle({ scripts })).rejects.toThrow(TypeError);
  });

  it("is not made without its stylesheets", async () => {
    const gone = async () => {
      throw new Error("gone");
    };
    await expect(settlePage(rendered(), { bootstrap: BOOTSTRAP, readStylesheet: gone })).rejects.toThrow("gone");
  });
});
