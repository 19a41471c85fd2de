// The tests that `npm run test:real` runs: those of a server that the suite did not start. Tags say which of them need the embedded Appwrite.
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { realRun } from "../support/real-run.ts";
import { TAGS } from "../support/tags.ts";

if (!realRun) throw new Error("Run this with npm run test:real");

export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  test: {
    name: "real",
    include: ["tests/{browser,conformance,pages}/**/*.test.{ts,tsx}"],
    globalSetup: [
      "./tests/support/built-product.ts",
      "./tests/support/shared-servers.ts",
      "./tests/support/require-browser.ts",
    ],
    tags: TAGS,
    fsModuleCache: false,
    allowOnly: false,
    maxWorkers: 2,
    isolate: false,
    // A server may be far away, and its mails wait in a queue.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ["default", ["./tests/support/summary-reporter.ts", { leftOut: realRun.leftOut }]],
  },
});
