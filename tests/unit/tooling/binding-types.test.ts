// The types of the bindings do not depend on a developer's settings.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

// `wrangler types --check` repeats the options that the file names. Without these it would read .dev.vars.
test("worker-configuration.d.ts was written by npm run typegen", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(readFileSync(join(ROOT, "worker-configuration.d.ts"), "utf8")).toContain(`by running \`${scripts.typegen}\``);
});
