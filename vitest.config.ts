// The test projects: what runs in Node, what runs in workerd, and what starts the whole product.
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { commonPasswords } from "./scripts/common-passwords.ts";
import { EMBEDDED_PASSWORD_COST } from "./tests/support/password-cost.ts";
import { TAGS } from "./tests/support/tags.ts";
import { keepTemporaryFilesInMemory } from "./tests/support/temporary-folder.ts";

keepTemporaryFilesInMemory();

// No run asks Cloudflare for anything: tests are the same with and without a network.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
process.env.WRANGLER_SEND_METRICS ??= "false";

const BUILD = "./tests/support/built-product.ts";
const SERVERS = "./tests/support/shared-servers.ts";
const BROWSER = "./tests/support/require-browser.ts";
const JOURNEY = "tests/browser/journey.test.ts";

/** What `npm run fuzz` sets: how many cases each target gets, and from which seed. */
const { FUZZ_RUNS, FUZZ_SEED } = process.env;
const fuzz = { runs: Number(FUZZ_RUNS ?? 50), seed: Number(FUZZ_SEED ?? 20_260_101) };
/** No limit for the thousands of cases of `npm run fuzz`; five minutes for fifty of them on a busy machine. */
const fuzzTimeout = FUZZ_RUNS ? 0 : 300_000;

const workers = [
  commonPasswords(),
  cloudflareTest({
    main: "./tests/support/worker-under-test.ts",
    wrangler: { configPath: "./wrangler.toml", environment: "local" },
    miniflare: { bindings: { EMBEDDED_PASSWORD_COST } },
  }),
];

export default defineConfig({
  test: {
    // The Workers integration cannot read modules from Vitest's file cache.
    fsModuleCache: false,
    allowOnly: false,
    tags: TAGS,
    // Three workers for two cores: a test spends a third of its time waiting for timers, servers and slowed networks. Each runs one file after
    // another without starting anew in between.
    maxWorkers: 3,
    isolate: false,
    // What a test waits for may take this long on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    reporters: [
      process.env.CI ? "verbose" : "default",
      "./tests/support/fault-table-reporter.ts",
      "./tests/support/summary-reporter.ts",
    ],
    // Groups of projects run one after another. Within a group they begin in the order of their names, so that fresh-clone.test.ts, the longest file, begins early.
    projects: [
      {
        // What the product is for comes first: a run says soon whether it still works.
        extends: true,
        test: {
          name: "journey",
          include: [JOURNEY],
          globalSetup: [BUILD, SERVERS, BROWSER],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "checks",
          include: ["tests/checks/**/*.test.ts"],
          testTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          // What a test has replaced is put back before the next one, which may be in another file.
          unstubGlobals: true,
          unstubEnvs: true,
          restoreMocks: true,
          pool: "threads",
          testTimeout: 30_000,
          setupFiles: ["./tests/support/fail-on-console.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: workers,
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.{ts,tsx}"],
          // Password hashing and 12 MB uploads, on a machine that may be busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          setupFiles: ["./tests/support/fail-on-console.ts", "./tests/support/empty-storage.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: workers,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          provide: { everyCut: process.env.FAULT_CUTS === "all" },
          // The tests of a file run side by side, so each lasts as long as all of them.
          maxConcurrency: 20,
          testTimeout: 600_000,
          hookTimeout: 60_000,
          setupFiles: ["./tests/support/empty-storage.ts"],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "conformance",
          include: ["tests/conformance/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        plugins: workers,
        test: {
          name: "fuzz-api",
          include: ["tests/fuzz/api/**/*.test.ts"],
          provide: { fuzz },
          testTimeout: fuzzTimeout,
          hookTimeout: 60_000,
          setupFiles: ["./tests/support/fail-on-console.ts", "./tests/support/empty-storage.ts"],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "fuzz-pages",
          include: ["tests/fuzz/pages/**/*.test.ts"],
          globalSetup: [BUILD, SERVERS],
          provide: { fuzz },
          testTimeout: fuzzTimeout,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "build",
          include: ["tests/build/**/*.test.ts"],
          globalSetup: BUILD,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["tests/pages/**/*.test.ts"],
          globalSetup: [BUILD, SERVERS],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.{ts,tsx}"],
          exclude: [JOURNEY],
          globalSetup: [BUILD, SERVERS, BROWSER],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
