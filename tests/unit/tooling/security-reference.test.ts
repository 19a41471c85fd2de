// docs/security-reference.md names limits that are there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test("each limit that the ways to sign in name is one of the Worker's", () => {
  const [, section = ""] = /^## Ways to sign in$(.*?)^## /ms.exec(read("docs/security-reference.md")) ?? [];
  const named = [...section.matchAll(/`([a-z-]+)`/g)].map(([, name = ""]) => name);
  const existing = [...read("worker/services/limit-table.ts").matchAll(/^ {2}"?([a-z-]+)"?: /gm)].map(
    ([, name = ""]) => name,
  );
  expect(named).toContain("guest-password");
  expect(named.filter((name) => !existing.includes(name))).toEqual([]);
});
