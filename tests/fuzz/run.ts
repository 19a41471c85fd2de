// `npm run fuzz`: the fuzz tests of `npm test`, with thousands of cases and another seed each time.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const VITEST = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "2000" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
    help: { type: "boolean", short: "h" },
  },
});

if (values.help) {
  console.log(`npm run fuzz [-- options] [files]: sends the API, the forms and the addresses what nobody expects.
  --runs 2000  how many cases each operation, form and route gets
  --seed 42    draws the cases of an earlier run again; by default a random one
  files        only these, such as tests/fuzz/api/operations.test.ts`);
} else if (!/^[1-9]\d{0,9}$/.test(values.runs) || !/^\d{1,10}$/.test(values.seed)) {
  console.error("--runs takes a whole number from 1, --seed one from 0.");
  process.exitCode = 1;
} else {
  const replay = `npm run fuzz -- ${["--runs", values.runs, "--seed", values.seed, ...positionals].join(" ")}`;
  console.log(`The same cases again: ${replay}`);
  const child = spawn(process.execPath, [VITEST, "run", "--project", "fuzz-*", ...positionals], {
    cwd: ROOT,
    env: { ...process.env, FUZZ_RUNS: values.runs, FUZZ_SEED: values.seed },
    stdio: "inherit",
  });
  child.on("close", (code) => {
    console.log(`The same cases again: ${replay}`);
    process.exitCode = code ?? 1;
  });
}
