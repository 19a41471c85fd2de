// Each part of the project is checked with the globals of where it runs, and every file belongs to a part.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sourceFiles } from "../support/imports";

const ROOT = join(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache");
/** What only a page, Node, a Worker and a test in workerd have. */
const EXPRESSIONS = {
  document: "document.title",
  process: "process.env",
  HTMLRewriter: "new HTMLRewriter()",
  KVNamespace: "{} as KVNamespace",
  "cloudflare:test": 'import("cloudflare:test")',
};

const PROJECTS: { config: string; has: (keyof typeof EXPRESSIONS)[] }[] = [
  { config: "app/tsconfig.shared.json", has: [] },
  { config: "app/tsconfig.json", has: ["document"] },
  // The types of Node's modules come with its globals, which the linter forbids here.
  { config: "worker/tsconfig.json", has: ["process", "HTMLRewriter", "KVNamespace"] },
  { config: "scripts/tsconfig.json", has: ["process"] },
  { config: "tests/tsconfig.json", has: ["document", "process"] },
  { config: "tests/worker/tsconfig.json", has: ["process", "HTMLRewriter", "KVNamespace", "cloudflare:test"] },
];

function tsc(...args: string[]): string {
  const { stdout, error } = spawnSync(join(ROOT, "node_modules/.bin/tsc"), args, { cwd: ROOT, encoding: "utf8" });
  if (error) throw error;
  return stdout;
}

test.each(PROJECTS)("$config has only the globals of its environment", ({ config, has }) => {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "globals-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = Object.values(EXPRESSIONS).map((expression) => `(${expression});`);
  writeFileSync(join(folder, "globals.ts"), `${lines.join("\n")}\nexport {};\n`);
  const options = { composite: false, incremental: false, emitDeclarationOnly: false, noEmit: true };
  const extended = { extends: join(ROOT, config), compilerOptions: options, include: ["globals.ts"], exclude: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(extended));

  const output = tsc("--project", folder, "--pretty", "false");
  const failed = new Set([...output.matchAll(/globals\.ts\((\d+),/g)].map(([, line]) => Number(line)));
  const found = Object.keys(EXPRESSIONS).filter((_, i) => !failed.has(i + 1));
  expect(found, output).toEqual(has);
});

test("every file belongs to a project", () => {
  const listed = PROJECTS.flatMap(({ config }) => tsc("--project", config, "--listFilesOnly").split("\n"));
  const known = new Set(listed.map((path) => path.slice(ROOT.length + 1)));
  const files = sourceFiles(ROOT, ["app", "worker", "scripts", "tests", "vite.config.ts", "vitest.config.ts"]);
  expect(files.filter((file) => !known.has(file))).toEqual([]);
});
