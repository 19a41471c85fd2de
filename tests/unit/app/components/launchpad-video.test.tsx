import { statSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LaunchpadVideo, VIDEO } from "../../../../app/components/launchpad-video";

const html = renderToStaticMarkup(<LaunchpadVideo poster="data:image/svg+xml,cloth" />);
const attributes = /<video ([^>]*)>/.exec(html)?.[1]?.toLowerCase().replaceAll('=""', "").split(" ") ?? [];

test("without JavaScript the video has the browser's controls and loads nothing", () => {
  expect(attributes).toContain("controls");
  expect(attributes).toContain('preload="none"');
  expect(attributes).not.toContain("autoplay");
  expect(html).toMatch(/<button type="button" [^>]*hidden="">/);
});

test("the video is muted and plays inline, and its picture has a fixed size", () => {
  for (const attribute of ["muted", "playsinline"]) expect(attributes).toContain(attribute);
  expect(html).toMatch(/<img [^>]*width="960" height="720"/);
});

test("the picture is in the HTML, and the video only inside noscript", () => {
  expect(html.replace(/<noscript>.*<\/noscript>/s, "")).not.toContain("<video");
  expect(html).toMatch(/<img [^>]*src="data:image\/svg\+xml,cloth"/);
  expect(attributes).toContain('poster="data:image/svg+xml,cloth"');
});

test("the markup has no inline styles and event handlers, which the content security policy forbids", () => {
  expect(html).not.toMatch(/ style=| on[a-z]+=/);
});

test("the files are small enough, and the button states the size of the larger one", () => {
  const sizes = VIDEO.sources.map(({ src }) => statSync(`public${src}`).size);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(500_000);
  expect(VIDEO.kilobytes).toBe(Math.ceil(Math.max(...sizes) / 1000));
  expect(html).toContain(`data-invitation="Play the film, ${VIDEO.kilobytes} KB"`);
});
