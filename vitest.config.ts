// The test projects: what runs in Node, what runs in workerd, and what starts the whole product.
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

// No run asks Cloudflare for anything: tests are the same with and without a network.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
process.env.WRANGLER_SEND_METRICS ??= "false";

export default defineConfig({
  test: {
    // The Workers integration cannot read modules from Vitest's file cache.
    fsModuleCache: false,
    allowOnly: false,
    reporters: process.env.CI
      ? ["verbose", "./tests/support/summary-reporter.ts"]
      : ["default", "./tests/support/summary-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles: ["./tests/support/fail-on-console.ts"],
        },
      },
      {
        // Every file has fresh storage of its own, in memory: nothing is read from or left in .wrangler/state.
        plugins: [
          cloudflareTest({
            main: "./tests/support/worker-under-test.ts",
            wrangler: { configPath: "./wrangler.toml", environment: "local" },
          }),
        ],
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.{ts,tsx}"],
          // Password hashing and 12 MB uploads, on a machine that may be busy.
          testTimeout: 30_000,
          setupFiles: ["./tests/support/fail-on-console.ts"],
        },
      },
      {
        test: {
          name: "conformance",
          include: ["tests/conformance/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        // One file after another: each starts a server and a Chromium, and two cores carry one of each.
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: "./tests/support/built-product.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // On a busy machine Chromium is late in about one test of a whole run, and whatever failed is run once more: the summary names
          // it and says why it failed at first.
          retry: 1,
        },
      },
      {
        test: {
          name: "start",
          include: ["tests/start/**/*.test.ts"],
          globalSetup: "./tests/support/built-product.ts",
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
