import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SECURITY_HEADERS } from "../../../worker/http/security-headers";

const file = readFileSync(join(import.meta.dirname, "../../../public/_headers"), "utf8");

/** The headers that the file sets for every path. */
function headersOfAllPaths(): Record<string, string> {
  const [, block = ""] = /^\/\*\n((?: {2}.+\n)+)/.exec(file) ?? [];
  const lines = block.trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()]),
  );
}

test("static files have the same security headers as other responses", () => {
  expect(headersOfAllPaths()).toMatchObject(SECURITY_HEADERS);
});

test("a static file that is opened directly can run no scripts", () => {
  const policy = headersOfAllPaths()["Content-Security-Policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("script-src");
  expect(policy).not.toContain("unsafe-inline");
});
