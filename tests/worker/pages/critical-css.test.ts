import { describe, expect, it } from "vitest";
import { criticalCss, pageParts } from "../../../worker/pages/critical-css";

const page = pageParts(
  '<html><body class="a b"><header class="site-header"></header><p id="x" title="a &lt; b">text</p>' +
    '<i class="c" hidden></i><details><summary>more</summary></details></body></html>',
);
const left = (css: string) => criticalCss([css], page);

describe("the critical part of a stylesheet", () => {
  it.each([
    ".a{color:red}",
    "p,body>.c{color:red}",
    ".a.b:hover:before{color:red}",
    "*,:root,#unknown{color:red}",
    "[hidden]{color:red}",
    "p[title^=b]:not(.unknown){color:red}",
    ".a:is(.unknown,.b),.a:has(.unknown){color:red}",
    ".site-header.is-scrolled{color:red}",
    "details[open]{color:red}",
    "@media print{p{color:red}}",
    "@supports (color:red){@media (width>=1px){.a{color:red}}}",
    '@font-face{font-family:X;src:url(x.woff2)format("woff2")}',
  ])("keeps what can apply to the page: %s", (css) => {
    expect(left(css)).toBe(css);
  });

  it.each([
    ".unknown{color:red}",
    ".a .unknown{color:red}",
    "h1{color:red}",
    ".a\\:b{color:red}",
    "p[data-unknown]{color:red}",
    "@media print{h1{color:red}}",
    "@keyframes rise{0%{opacity:0}}",
    '@property --x{syntax:"*";inherits:false}',
    "p{--x:1}",
  ])("drops what cannot: %s", (css) => {
    expect(left(css)).toBe("");
  });

  it("keeps of a list the selectors that can apply", () => {
    expect(left(".unknown,p,h1:is(.a,.b){color:red}")).toBe("p{color:red}");
  });

  it("keeps custom properties and keyframes that something left over uses, even through another", () => {
    const css = ":root{--x:1px;--y:var(--x)}p{width:var(--y);animation:rise 1s}@keyframes rise{0%{opacity:0}}";
    expect(left(`${css}.unknown{width:var(--z)}:root{--z:2px}`)).toBe(css);
  });

  it("keeps the rank of a layer of which nothing is left", () => {
    expect(left("@layer one{h1{color:red}}@layer two{p{color:red}}@layer one{p{color:blue}}")).toBe(
      "@layer one;@layer two{p{color:red}}@layer one{p{color:blue}}",
    );
  });

  it("forgets a layer of which nothing is left anywhere", () => {
    expect(left("@layer one{h1{color:red}}@layer two{p{color:red}}@layer three{h1{color:blue}}")).toBe(
      "@layer two{p{color:red}}",
    );
  });

  it("takes braces, commas and quotes within strings and brackets for what they are", () => {
    const css = 'p:after{content:"}, {"}p[title="a,b"]{color:red}p:not(:is(.x,.y)):hover{color:red}';
    expect(left(css)).toBe(css);
  });

  it.each(['p:after{content:"\\"}"}p{color:red}', "p{--x:url(data:image/png;base64,AA==);background:var(--x)}"])(
    "is not misled by an escaped quote, or by a semicolon in an address: %s",
    (css) => {
      expect(left(css)).toBe(css);
    },
  );

  it.each([
    ["p{--x:url(data:image/png;base64,AA==);color:red}", "p{color:red}"],
    ['p{--x:"a;b}c";color:red}', "p{color:red}"],
  ])("drops the whole of a custom property that nothing uses: %s", (css, rest) => {
    expect(left(css)).toBe(rest);
  });

  it.each(['p:after{content:"}', '"', "/* open", "p{color:red"])("is not made of what is not closed: %s", (css) => {
    expect(() => left(css)).toThrow("not closed");
  });

  it("leaves licences out", () => {
    expect(left("/*! a licence; by {someone} */p{color:red}")).toBe("p{color:red}");
  });

  it("joins stylesheets in their order", () => {
    expect(criticalCss(["p{color:red}", "p{color:blue}"], page)).toBe("p{color:red}p{color:blue}");
  });
});
