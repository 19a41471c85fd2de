// Serves a build under Miniflare: `node serve-build.ts --port N` in a folder with build/server/wrangler.json. Storage is kept in state/.
// `wrangler dev` does the same, but puts a second runtime and a proxy before the Worker, which take as much time as the Worker itself.
import { globSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

const { values } = parseArgs({ options: { port: { type: "string" } } });

const { workerOptions, main } = unstable_getMiniflareWorkerOptions(resolve("build/server/wrangler.json"));
if (main === undefined) throw new Error("The build's wrangler.json names no Worker");
const { modulesRules: _bundled, ...options } = workerOptions;
const rootPath = dirname(main);
const entry = basename(main);
const chunks = globSync("**/*.js", { cwd: rootPath, exclude: [entry] });

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: "localhost",
    port: Number(values.port),
    log: new Log(LogLevel.WARN),
    // Has workerd log exceptions that nothing catches.
    verbose: true,
    telemetry: { enabled: false },
    resourcePersistencePath: resolve("state"),
    workers: [{ ...options, rootPath, modules: [entry, ...chunks].map((path) => ({ type: "ESModule", path })) }],
  }),
);
process.once("SIGTERM", async () => {
  await miniflare.dispose();
  process.exit();
});
await miniflare.ready;
