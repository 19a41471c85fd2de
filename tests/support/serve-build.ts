// Serves a production build with Miniflare. Usage: `node serve-build.ts --port N`, in a folder that has build/server/wrangler.json. The storage
// is in state/ there.
//
// `wrangler dev` runs a second workerd as a proxy before the Worker, and a request takes twice as long. Wrangler uses Miniflare itself: the
// version in package.json must be the one that Wrangler depends on.
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
    // workerd logs uncaught exceptions only then.
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
