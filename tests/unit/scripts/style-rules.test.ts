import { describe, expect, it } from "vitest";
import { styleRules } from "../../../scripts/style-rules";
import { criticalCss } from "../../../worker/pages/critical-css";

/** The critical CSS of a page of paragraphs with the classes a, b and md:c/d, and the text "aé". */
const critical = (css: string) =>
  criticalCss(styleRules(css), {
    names: new Set(["html", "body", "p", ".a", ".b", ".md:c/d"]),
    characters: new Set([0x61, 0xe9]),
  });

describe("critical CSS", () => {
  it.each([
    ".a{color:red}",
    ".a.b:hover:before{color:red}",
    ".a,.unknown{color:red}",
    "p,.unknown{color:red}",
    "p>.b{color:red}",
    "*,:root,#unknown{color:red}",
    "p[title^=b]:not(.unknown){color:red}",
    ".a:is(:where(.b):hover *){color:red}",
    ":is(.a,.unknown)>p{color:red}",
    ".md\\:c\\/d{color:red}",
    "@media print{p{color:red}}",
    "@supports (color:red){@media (width>=1px){.a{color:red}}}",
    '@font-face{font-family:X;src:url(x.woff2)format("woff2")}',
    "@font-face{font-family:X;unicode-range:U+20-7E}",
    "@font-face{font-family:X;unicode-range:U+20B9,U+E9}",
    "@font-face{font-family:X;unicode-range:U+??}",
    '.a:after{content:"}, {"}p[title="a,b"]{color:red}',
    "@layer one,two;",
    "@keyframes rise{0%{opacity:0}}",
  ])("keeps what can apply to the page: %s", (css) => {
    expect(critical(css)).toBe(css);
  });

  it.each([
    ".unknown{color:red}",
    "table{color:red}",
    "::file-selector-button{color:red}",
    "::-webkit-datetime-edit-year-field{color:red}",
    ":is(:where(.unknown):hover .a){color:red}",
    "*,:root{--x:1px;--y:2px}",
    '@property --x{syntax:"*";inherits:false}',
    ".a .unknown{color:red}",
    ".a.unknown,.unknown{color:red}",
    ".md\\:c{color:red}",
    "@media print{.unknown{color:red}}",
    "@font-face{font-family:X;unicode-range:U+100-17F,U+20B9}",
    "@font-face{font-family:X;unicode-range:U+1E??}",
    "/* a comment */",
  ])("drops what cannot: %s", (css) => {
    expect(critical(css)).toBe("");
  });

  it("keeps custom properties that are used, also indirectly", () => {
    expect(critical(":root{--x:1px;--y:var(--x);--z:2px}.a{width:var(--y)}")).toBe(
      ":root{--x:1px;--y:var(--x);}.a{width:var(--y)}",
    );
    expect(critical(".a{width:var(--x)}@property --x{inherits:false}")).toBe(
      ".a{width:var(--x)}@property --x{inherits:false}",
    );
  });

  it("keeps the order of an empty layer", () => {
    expect(critical("@layer one{.unknown{color:red}}@layer two{p{color:red}}")).toBe(
      "@layer one;@layer two{p{color:red}}",
    );
  });

  it("rejects a truncated style sheet", () => {
    expect(() => styleRules("p{color:red")).toThrow("Unclosed block");
  });
});
