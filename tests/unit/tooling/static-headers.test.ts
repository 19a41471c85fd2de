import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SECURITY_HEADERS } from "../../../worker/middleware/security-headers";

const file = readFileSync(join(import.meta.dirname, "../../../public/_headers"), "utf8");

/** What the file sets for every path. */
function everywhere(): Record<string, string> {
  const [, block = ""] = /^\/\*\n((?: {2}.+\n)+)/.exec(file) ?? [];
  const lines = block.trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()]),
  );
}

test("static files carry the security headers of every other answer", () => {
  expect(everywhere()).toMatchObject(SECURITY_HEADERS);
});

test("a static file opened by itself runs nothing", () => {
  const policy = everywhere()["Content-Security-Policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("script-src");
  expect(policy).not.toContain("unsafe-inline");
});
