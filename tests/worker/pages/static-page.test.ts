import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { toStaticPage } from "../../../worker/pages/static-page";

const BOOTSTRAP = { intent: "intent()", counters: "counters()", video: "video()", slides: "slides()" };
const STYLES = [
  "p{color:red}",
  { group: "@media print", rules: [{ css: ".a{color:red}", needs: [["p", ".a"]] }] },
  { css: ".\\[\\&\\>p\\]{color:red}", needs: [[".[&>p]"]] },
  { css: ".unknown{color:red}", needs: [[".unknown"]] },
];

interface Parts {
  head?: string;
  main?: string;
  scripts?: string;
}
/** A page as React Router renders it. */
const rendered = ({ head = "", main = "", scripts = SCRIPTS }: Parts = {}) =>
  `<!DOCTYPE html><html><head><link nonce="abc" rel="stylesheet" href="/assets/one.css"/>` +
  `<link rel="modulepreload" href="/assets/manifest.js" nonce="abc"/><link rel="modulepreload" href="/assets/entry.js" nonce="abc"/>` +
  `<link rel="modulepreload" href="/assets/framework.js" nonce="abc"/><link rel="modulepreload" href="/assets/root.js" nonce="abc"/>${head}</head>` +
  `<body><p class="a">text</p><a class="[&amp;&gt;p]" href="/about" data-discover="true">About</a>${main}<i></i>${scripts}</body></html>`;
const SCRIPTS =
  '<script nonce="abc">((a)=>{scroll()})("positions")</script>' +
  '<script nonce="abc">window.__reactRouterContext = {};</script>' +
  '<script nonce="abc" type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\nimport("/assets/entry.js");</script>' +
  '<!--$--><script nonce="abc">window.__reactRouterContext.streamController.enqueue("data &amp; <b>");</script>' +
  '<!--$--><script nonce="abc">window.__reactRouterContext.streamController.close();</script><!--/$--><!--/$-->';

const make = (parts?: Parts) => toStaticPage(rendered(parts), { bootstrap: BOOTSTRAP, styles: STYLES });
const hash = (text = "") => `sha256-${createHash("sha256").update(text).digest("base64")}`;

describe("a static page", () => {
  it("has no nonce, and nothing that a browser loads by itself", async () => {
    const { html } = await make();
    expect(html).not.toContain("nonce");
    expect(html).not.toContain("modulepreload");
    expect(html).not.toMatch(/<script[^>]* src=|<script[^>]*type="module"/);
    expect(html).not.toContain("stylesheet");
  });

  it("has links to its style sheet and modules with rel=later", async () => {
    const { html } = await make();
    expect([...html.matchAll(/<link rel="later" href="([^"]*)"\s*\/?>/g)].map(([, path]) => path)).toEqual([
      "/assets/one.css",
      "/assets/manifest.js",
      "/assets/entry.js",
      "/assets/framework.js",
      "/assets/root.js",
    ]);
  });

  it("has the styles of its tags and classes inline", async () => {
    const { html, styleHashes } = await make();
    const style = /<style data-static>(.*?)<\/style>/.exec(html)?.[1];
    expect(style).toBe("p{color:red}@media print{.a{color:red}}.\\[\\&\\>p\\]{color:red}");
    expect(styleHashes).toEqual([hash(style)]);
  });

  it("has the styles of noscript content inline", async () => {
    const { html } = await make({ main: '<noscript><video class="unknown"></video></noscript>' });
    expect(html).toContain(".unknown{color:red}");
  });

  it("has three inline scripts, as many as React expects, where React expects them", async () => {
    const { html, scriptHashes } = await make();
    const scripts = [...html.matchAll(/<script(.*?)>(.*?)<\/script>/gs)].map(([, attributes, text]) => [
      attributes,
      text,
    ]);
    expect(scripts.map(([attributes]) => attributes)).toEqual([' type="speculationrules"', "", ' type="later"']);
    const [rules, start, later] = scripts.map(([, text]) => text ?? "");
    expect(start).toBe("intent()");
    expect(later).toMatch(
      /^window\.__reactRouterContext = .*enqueue\("data &amp; <b>"\).*close.*import "\/assets\/manifest\.js"/s,
    );
    expect(scriptHashes).toEqual([hash(rules), hash(start), hash(later)]);
    expect(html).toMatch(/<i><\/i><script.*<\/script>(<!--\/?\$-->)+<\/body>/s);
  });

  it.each([
    { main: '<span data-count-up="5"></span>', start: "intent();\ncounters()" },
    { main: "<div data-video></div>", start: "intent();\nvideo()" },
    { main: '<div data-slides=""></div>', start: "intent();\nslides()" },
  ])("has the scripts that its elements need: $start", async ({ main, start }) => {
    expect((await make({ main })).html).toContain(`<script>${start}</script>`);
  });

  it("keeps data scripts of other types", async () => {
    const data = '<script type="application/ld+json">{"a":1}</script>';
    expect((await make({ head: data })).html).toContain(data);
  });

  it.each([
    ["no scripts", ""],
    ["an unknown script", `${SCRIPTS}<script nonce="abc">more()</script>`],
    ["streamed content", `${SCRIPTS}<script nonce="abc">$RC("B:0","S:0")</script>`],
    ["no data", SCRIPTS.replaceAll("window.__reactRouterContext", "window.other")],
  ])("is not made of a page with %s", async (_, scripts) => {
    await expect(make({ scripts })).rejects.toThrow(TypeError);
  });
});
