import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compileBootstrap } from "../../scripts/bootstrap";

const LIMIT = 1.5 * 1024;

test("what a static page carries inline is at most 1.5 KB, compressed with any other part and plain without", async () => {
  const { intent, counters, video, slides } = await compileBootstrap();
  expect(Buffer.byteLength(intent)).toBeLessThanOrEqual(LIMIT);
  for (const script of [intent, intent + counters, intent + video, intent + slides]) {
    expect(brotliCompressSync(script).byteLength).toBeLessThanOrEqual(LIMIT);
  }
});

test("it brings no framework along, ends no element of a page, and leaves no name behind", async () => {
  for (const script of Object.values(await compileBootstrap())) {
    expect(script).not.toContain("</");
    expect(script).not.toMatch(/import|hydrateRoot|useState/);
    expect(script).toMatch(/^\(function\(\)\{[\s\S]*\}\)\(\);$/);
  }
});
