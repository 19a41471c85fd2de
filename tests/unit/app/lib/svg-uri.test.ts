import { expect, test } from "vitest";
import { svgUri } from "../../../../app/lib/svg-uri";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg"><path id="a" d="M0 0h9"/><use href="#a" fill="#fff" opacity="50%"/></svg>';

test("a data URI decodes to the whole drawing", () => {
  const [prefix, drawing = ""] = svgUri(SVG).split(/,(.*)/s);
  expect(prefix).toBe("data:image/svg+xml");
  expect(decodeURIComponent(drawing)).toBe(SVG);
});

test("a data URI needs no escapes in an attribute or a script", () => {
  expect(svgUri(SVG)).not.toMatch(/["#<>]/);
});
