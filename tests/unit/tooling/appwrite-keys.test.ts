// docs/appwrite.md names the scopes that the code asks for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PLATFORM_SCOPES, PRODUCT_SCOPES, SETUP_SCOPES } from "../../../worker/appwrite/project";

const page = readFileSync(join(import.meta.dirname, "../../../docs/appwrite.md"), "utf8");

test.each([
  ["the site", PRODUCT_SCOPES],
  ["setting up", SETUP_SCOPES],
  ["setting up the platform, too", PLATFORM_SCOPES],
])("the key for %s has the scopes of the page", (purpose, scopes) => {
  const row = page.split("\n").find((line) => line.startsWith(`| ${purpose} |`)) ?? "";
  expect([...row.matchAll(/`([\w.]+)`/g)].map(([, scope]) => scope)).toEqual(scopes);
});
