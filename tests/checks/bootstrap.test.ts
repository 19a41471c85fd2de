// The inline scripts of static pages.
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compileBootstrap } from "../../scripts/bootstrap";

const LIMIT = 1.6 * 1024;

test("the intent script has at most 1.6 KB, and at most 1.6 KB compressed together with any other script", async () => {
  const { intent, counters, video, slides } = await compileBootstrap();
  expect(Buffer.byteLength(intent)).toBeLessThanOrEqual(LIMIT);
  for (const script of [intent, intent + counters, intent + video, intent + slides]) {
    expect(brotliCompressSync(script).byteLength).toBeLessThanOrEqual(LIMIT);
  }
});

test("the scripts contain no framework, no closing tag, and no global names", async () => {
  for (const script of Object.values(await compileBootstrap())) {
    expect(script).not.toContain("</");
    expect(script).not.toMatch(/import|hydrateRoot|useState/);
    expect(script).toMatch(/^\(function\(\)\{[\s\S]*\}\)\(\);$/);
  }
});
