// The allowed imports between folders.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findCycle, type Import, importsOf, isBarrel, sourceFiles, staticDependencies } from "../../support/imports";

const ROOT = join(import.meta.dirname, "../../..");
const FILES = sourceFiles(ROOT, ["app", "worker"]);
const IMPORTS = FILES.flatMap((file) => importsOf(ROOT, file));

const within = (path: string, folders: readonly string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

interface Rule {
  description: string;
  isBrokenBy(importStatement: Import): boolean;
}

const VIRTUAL_MODULE_USERS: Readonly<Record<string, string>> = {
  "virtual:react-router/server-manifest": "worker/index.ts",
  "virtual:common-passwords": "worker/services/account/new-password.ts",
};

const RULES: Rule[] = [
  {
    description: "app/contract imports only zod/mini and itself",
    isBrokenBy: ({ file, target }) =>
      within(file, ["app/contract"]) && target !== "zod/mini" && !within(target, ["app/contract"]),
  },
  {
    description: "app/content imports only itself",
    isBrokenBy: ({ file, target }) => within(file, ["app/content"]) && !within(target, ["app/content"]),
  },
  {
    description: "app imports only types from worker",
    isBrokenBy: ({ file, target, isType }) => within(file, ["app"]) && within(target, ["worker"]) && !isType,
  },
  {
    description: "worker imports only contract, content and context from app; it gets the rest from the built app",
    isBrokenBy: ({ file, target }) =>
      within(file, ["worker"]) &&
      within(target, ["app"]) &&
      !within(target, ["app/contract", "app/content", "app/context.ts"]),
  },
  {
    description:
      "only worker/pages/built.ts imports virtual modules of the build, but for the build's manifest and the list of passwords",
    isBrokenBy: ({ file, target }) =>
      target.startsWith("virtual:") && file !== (VIRTUAL_MODULE_USERS[target] ?? "worker/pages/built.ts"),
  },
  {
    description: "only worker/appwrite imports the Appwrite SDK; others import its types",
    isBrokenBy: ({ file, target, isType }) =>
      !isType && within(target, ["appwrite", "node-appwrite"]) && !within(file, ["worker/appwrite"]),
  },
  {
    description: "worker/services imports no Hono, handler or middleware",
    isBrokenBy: ({ file, target }) =>
      within(file, ["worker/services"]) &&
      (within(target, ["hono", "worker/api", "worker/middleware", "worker/pages"]) || target.startsWith("@hono/")),
  },
  {
    description: "nothing below the services imports them, and pages do not either",
    isBrokenBy: ({ file, target }) =>
      within(file, ["worker/pages", "worker/appwrite", "worker/http", "worker/session", "worker/durable-objects"]) &&
      within(target, ["worker/services"]),
  },
  {
    description: "only the app, the API and other middleware import middleware",
    isBrokenBy: ({ file, target }) =>
      within(target, ["worker/middleware"]) && !within(file, ["worker/app.ts", "worker/api", "worker/middleware"]),
  },
  {
    description:
      "worker/embedded imports nothing else from worker or app but what the product needs, and only worker/local.ts imports it",
    isBrokenBy: ({ file, target }) =>
      (within(file, ["worker/embedded"]) &&
        within(target, ["worker", "app"]) &&
        !within(target, ["worker/embedded", "worker/appwrite/project.ts"])) ||
      (within(target, ["worker/embedded"]) && !within(file, ["worker/embedded", "worker/local.ts"])),
  },
  {
    description: "app and worker import no tests and scripts",
    isBrokenBy: ({ target }) => within(target, ["tests", "scripts"]),
  },
];

test.each(RULES)("$description", ({ isBrokenBy }) => {
  const broken = IMPORTS.filter(isBrokenBy).map(({ file, target }) => `${file} imports ${target}`);
  expect(broken).toEqual([]);
});

test("an isolate starts without the renderer and the API, which a cached page does not need", () => {
  const loaded = [...staticDependencies(IMPORTS, "worker/index.ts")];
  const packages = loaded.filter(
    (name) => !within(name, ["app", "worker"]) && !/^(node|cloudflare|virtual):/.test(name),
  );
  const HONO = ["hono", "hono/html", "hono/http-exception", "hono/router/trie-router", "hono/utils/cookie"];
  expect(packages.sort()).toEqual(["appwrite", ...HONO, "zod/mini"]);
  const lazyFiles = ["worker/api/routes.ts", "worker/pages/built.ts", "worker/services/sweep/sweep.ts"];
  for (const file of lazyFiles) expect(FILES).toContain(file);
  expect(loaded.filter((name) => lazyFiles.includes(name))).toEqual([]);
  expect(loaded).toContain("worker/pages/page-cache/page-cache.ts");
});

test("staticDependencies follows no dynamic imports", () => {
  const link = (file: string, target: string, isDynamic = false) => ({ file, target, isType: false, isDynamic });
  const links = [link("a", "b"), link("b", "c"), link("b", "d", true), link("d", "e")];
  expect([...staticDependencies(links, "a")]).toEqual(["a", "b", "c"]);
});

test("every relative import resolves to a file", () => {
  const unknown = IMPORTS.filter(({ target }) => within(target, ["app", "worker"]) && !FILES.includes(target));
  expect(unknown.map(({ file, target }) => `${file} imports ${target}`).filter((line) => !/\.\w+$/.test(line))).toEqual(
    [],
  );
  expect(IMPORTS.length).toBeGreaterThan(FILES.length);
});

test("there are no import cycles, of types neither", () => {
  expect(findCycle(IMPORTS)?.join(" -> ")).toBeUndefined();
});

test("findCycle finds a cycle", () => {
  const link = (file: string, target: string) => ({ file, target, isType: false, isDynamic: false });
  expect(findCycle([link("a", "b"), link("b", "c"), link("c", "b")])).toEqual(["b", "c", "b"]);
});

test("no file only re-exports others", () => {
  expect(FILES.filter((file) => isBarrel(ROOT, file))).toEqual([]);
});

test("isBarrel finds a file that only re-exports", () => {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-imports-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "barrel.ts"), '// Both.\nexport { a } from "./a";\nexport * from "./b";\n');
  writeFileSync(join(folder, "file.ts"), 'export { a } from "./a";\nexport const b = 1;\n');
  expect(["barrel.ts", "file.ts"].map((file) => isBarrel(folder, file))).toEqual([true, false]);
});
