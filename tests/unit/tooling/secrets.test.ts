// No secret is in the repository: Cloudflare keeps those of a deployment, `.dev.vars` those of a developer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "../../support/imports";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const SECRETS = ["APPWRITE_API_KEY", "SESSION_SECRET", "SESSION_SECRET_PREVIOUS"];

test("wrangler.toml and the example of .dev.vars set no secret", () => {
  for (const path of ["wrangler.toml", ".dev.vars.example"]) {
    const set = read(path).matchAll(/^\s*"?(\w+)"?\s*=\s*\S/gm);
    expect([...set].map(([, name = ""]) => name).filter((name) => SECRETS.includes(name))).toEqual([]);
  }
});

test("git ignores .dev.vars", () => {
  expect(read(".gitignore").split("\n")).toContain(".dev.vars");
});

test("the code of the site and the Worker gives no secret a value", () => {
  const paths = sourceFiles(ROOT, ["app", "worker"]);
  expect(paths.length).toBeGreaterThan(200);
  // An assignment of text: NAME = "…", NAME: "…", "NAME": `…`.
  const assigned = new RegExp(`\\b(${SECRETS.join("|")})["']?\\s*[:=]\\s*["'\`]\\S`);
  expect(paths.filter((path) => assigned.test(read(path)))).toEqual([]);
});
