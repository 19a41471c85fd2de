import { beforeEach, expect, test, vi } from "vitest";
import { coverDrawing } from "../../../../../app/components/motif/cover";
import { STORIES } from "../../../../../app/content/stories/stories";

const MODULE = "../../../../../app/components/stories/drawing-policy";

beforeEach(() => {
  vi.resetModules();
});

/** The module in a browser with Trusted Types, whose policies return the text that they let through. */
async function importWithTrustedTypes(): Promise<
  typeof import("../../../../../app/components/stories/drawing-policy")
> {
  const createPolicy = vi.fn((_: string, rules: { createHTML(svg: string): string | undefined }) => ({
    createHTML: (svg: string) => rules.createHTML(svg) ?? "",
  }));
  vi.stubGlobal("trustedTypes", { createPolicy });
  const module = await import(MODULE);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(["drawing"]);
  return module;
}

test("the covers of all stories pass the policy unchanged", async () => {
  const { trustDrawing } = await importWithTrustedTypes();
  for (const story of STORIES) expect(trustDrawing(coverDrawing(story)), story.id).toBe(coverDrawing(story));
});

test.each([
  '<path d="M0 0"/><script>alert(1)</script>',
  '<path d="M0 0" onload="alert(1)"/>',
  '<use href="javascript:alert(1)"/>',
  '<use href="https://evil.example/x.svg#a"/>',
  "<foreignObject><b/></foreignObject>",
  '<path d="M0 0">text</path>',
  '<path d="M0 0"/>\n<image href="x"/>',
  '<g fill="none"',
])("%j becomes nothing", async (svg) => {
  const { trustDrawing } = await importWithTrustedTypes();
  expect(trustDrawing(svg)).toBe("");
});

test("on the server and in a browser without Trusted Types a drawing is a string", async () => {
  const { trustDrawing } = await import(MODULE);
  expect(trustDrawing('<path d="M0 0"/>')).toBe('<path d="M0 0"/>');
});
