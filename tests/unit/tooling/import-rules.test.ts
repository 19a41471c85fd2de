// Who may import whom: dependencies run one way, and a newcomer can rely on it.
import { join } from "node:path";
import { expect, test } from "vitest";
import { findCycle, type Import, importsOf, isBarrel, sourceFiles, staticDependencies } from "../../support/imports";

const ROOT = join(import.meta.dirname, "../../..");
const FILES = sourceFiles(ROOT, ["app", "worker"]);
const IMPORTS = FILES.flatMap((file) => importsOf(ROOT, file));

const within = (path: string, folders: readonly string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

interface Rule {
  says: string;
  breaks(one: Import): boolean;
}

const RULES: Rule[] = [
  {
    says: "app/contract imports zod/mini and itself alone",
    breaks: ({ file, target }) =>
      within(file, ["app/contract"]) && target !== "zod/mini" && !within(target, ["app/contract"]),
  },
  {
    says: "app/content imports itself alone",
    breaks: ({ file, target }) => within(file, ["app/content"]) && !within(target, ["app/content"]),
  },
  {
    says: "app imports nothing of worker but types",
    breaks: ({ file, target, isType }) => within(file, ["app"]) && within(target, ["worker"]) && !isType,
  },
  {
    says: "worker imports of app only contract, content and context; the rest comes through the built app",
    breaks: ({ file, target }) =>
      within(file, ["worker"]) &&
      within(target, ["app"]) &&
      !within(target, ["app/contract", "app/content", "app/context.ts"]),
  },
  {
    says: "only worker/pages/built.ts imports what the build makes, and worker/index.ts the build's name",
    breaks: ({ file, target }) =>
      target.startsWith("virtual:") &&
      file !== (target === "virtual:react-router/server-manifest" ? "worker/index.ts" : "worker/pages/built.ts"),
  },
  {
    says: "only worker/appwrite uses the Appwrite SDK; others know its types",
    breaks: ({ file, target, isType }) =>
      !isType && within(target, ["appwrite", "node-appwrite"]) && !within(file, ["worker/appwrite"]),
  },
  {
    says: "worker/services knows no HTTP: no Hono, no handler, no middleware",
    breaks: ({ file, target }) =>
      within(file, ["worker/services"]) &&
      (within(target, ["hono", "worker/api", "worker/middleware", "worker/pages"]) || target.startsWith("@hono/")),
  },
  {
    says: "worker/pages and worker/appwrite know no service",
    breaks: ({ file, target }) =>
      within(file, ["worker/pages", "worker/appwrite"]) && within(target, ["worker/services"]),
  },
  {
    says: "worker/embedded imports nothing else of the Worker, and only worker/local.ts imports it",
    breaks: ({ file, target }) =>
      (within(file, ["worker/embedded"]) &&
        within(target, ["worker", "app"]) &&
        !within(target, ["worker/embedded"])) ||
      (within(target, ["worker/embedded"]) && !within(file, ["worker/embedded", "worker/local.ts"])),
  },
  {
    says: "nothing of the product imports tests or scripts",
    breaks: ({ target }) => within(target, ["tests", "scripts"]),
  },
];

test.each(RULES)("$says", ({ breaks }) => {
  const broken = IMPORTS.filter(breaks).map(({ file, target }) => `${file} imports ${target}`);
  expect(broken).toEqual([]);
});

test("an isolate starts without the renderer and the API: a kept page needs neither", () => {
  const loaded = [...staticDependencies(IMPORTS, "worker/index.ts")];
  const packages = loaded.filter((one) => !within(one, ["app", "worker"]) && !/^(node|cloudflare|virtual):/.test(one));
  const HONO = ["hono", "hono/html", "hono/http-exception", "hono/router/trie-router", "hono/utils/cookie"];
  expect(packages.sort()).toEqual(["appwrite", ...HONO, "zod/mini"]);
  const late = ["worker/api/handle.ts", "worker/pages/built.ts", "worker/services/sweep.ts"];
  for (const one of late) expect(FILES).toContain(one);
  expect(loaded.filter((one) => late.includes(one))).toEqual([]);
  expect(loaded).toContain("worker/pages/page-cache/page-cache.ts");
});

test("what comes with an import that waits is not loaded with a file", () => {
  const link = (file: string, target: string, isDynamic = false) => ({ file, target, isType: false, isDynamic });
  const links = [link("a", "b"), link("b", "c"), link("b", "d", true), link("d", "e")];
  expect([...staticDependencies(links, "a")]).toEqual(["a", "b", "c"]);
});

test("every relative import was found as a file", () => {
  const unknown = IMPORTS.filter(({ target }) => within(target, ["app", "worker"]) && !FILES.includes(target));
  expect(unknown.map(({ file, target }) => `${file} imports ${target}`).filter((one) => !/\.\w+$/.test(one))).toEqual(
    [],
  );
  expect(IMPORTS.length).toBeGreaterThan(FILES.length);
});

test("imports make no cycle", () => {
  expect(findCycle(IMPORTS.filter(({ isType }) => !isType))?.join(" -> ")).toBeUndefined();
});

test("a cycle would be found", () => {
  const link = (file: string, target: string) => ({ file, target, isType: false, isDynamic: false });
  expect(findCycle([link("a", "b"), link("b", "c"), link("c", "b")])).toEqual(["b", "c", "b"]);
});

test("no file only hands on what others export, but the list of Durable Objects for the Workers' entries", () => {
  expect(FILES.filter((file) => isBarrel(ROOT, file))).toEqual(["worker/durable-objects.ts"]);
  const importing = IMPORTS.filter(({ target }) => target === "worker/durable-objects.ts").map(({ file }) => file);
  expect(importing).toEqual(["worker/index.ts"]);
});
