import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import config from "../../../react-router.config";
import { knownAtBuild } from "../../../scripts/known-at-build";
import { sourceFiles } from "../../support/imports";

const ROOT = join(import.meta.dirname, "../../..");
const LIB = join(ROOT, "node_modules/react-router/dist/production/lib");

function told(file: string, code: string): string {
  const { transform } = knownAtBuild();
  if (typeof transform !== "object") throw new Error("the plugin transforms nothing");
  return transform.handler.call({} as never, code, join(LIB, file)) as string;
}

test("the settings that a build answers for are those of the site", () => {
  expect(config).toMatchObject({ ssr: true, routeDiscovery: { mode: "initial" }, splitRouteModules: false });
});

test("no link has its page fetched before it is followed: a build leaves out what would do that", () => {
  const asking = sourceFiles(ROOT, ["app"]).filter((file) =>
    /\bprefetch=|PrefetchPageLinks|\bpage:.*\bprefetch\b/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(asking).toEqual([]);
});

test.each([
  "dom/ssr/fog-of-war.js",
  "dom/ssr/components.js",
  "dom-export/hydrated-router.js",
  "hooks.js",
  "dom/lib.js",
])("%s of this version asks what a build answers", (file) => {
  const code = readFileSync(join(LIB, file), "utf8");
  expect(told(file, code)).not.toBe(code);
});

test("a version that asks otherwise stops the build", () => {
  expect(() => told("hooks.js", "export const useNothing = () => null;")).toThrow('does not ask "if (this.context"');
});
