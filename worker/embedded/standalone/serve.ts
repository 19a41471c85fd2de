// Runs the embedded Appwrite alone, on loopback:
// npm run appwrite:embedded -- [--port N] [--persist DIR] [--release 1.8|1.9] [--free-disk BYTES] [--empty]
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { unstable_startWorker } from "wrangler";
import { DEFAULT_RELEASE, RELEASES } from "../project/release.ts";
import { eraseDeletedRows } from "./erase-deleted-rows.ts";
import { freePort, portOf, startProxy } from "./proxy.ts";

// Stops Miniflare from fetching request.cf data (this machine's location) over the network.
process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
// Nor does it store traces, which name users.
process.env.X_LOCAL_OBSERVABILITY = "false";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8090" },
    persist: { type: "string", default: ".wrangler/appwrite-embedded" },
    release: { type: "string", default: DEFAULT_RELEASE },
    "free-disk": { type: "string" },
    // A project without database and bucket.
    empty: { type: "boolean", default: false },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  fail(`--port must be a number from 0 (any free port) to 65535, not "${values.port}".`);
}
if (!Object.hasOwn(RELEASES, values.release)) {
  fail(`--release must be one of ${Object.keys(RELEASES).join(", ")}, not "${values.release}".`);
}
const freeDisk = values["free-disk"];
if (freeDisk !== undefined && !/^\d+$/.test(freeDisk)) {
  fail(`--free-disk must be a number of bytes, not "${freeDisk}".`);
}
await freePort("127.0.0.1", port).catch(() =>
  fail(`Port ${port} is in use: end what runs there, or choose another with --port.`),
);
const persist = resolve(values.persist);
mkdirSync(persist, { recursive: true });
eraseDeletedRows(persist);
// Miniflare may end the process on a signal before the code below does.
process.once("exit", () => eraseDeletedRows(persist));

const startToken = randomUUID();
const proxyToken = randomUUID();
/** Tests lower the cost of password hashing. */
const passwordCost = process.env.EMBEDDED_PASSWORD_COST;
const variables = {
  START_TOKEN: startToken,
  EMBEDDED_PROXY_TOKEN: proxyToken,
  EMBEDDED_RELEASE: values.release,
  EMBEDDED_EMPTY: String(values.empty),
  ...(passwordCost !== undefined && { EMBEDDED_PASSWORD_COST: passwordCost }),
  ...(freeDisk !== undefined && { EMBEDDED_FREE_DISK: JSON.stringify({ bytes: Number(freeDisk), since: new Date() }) }),
};
const worker = await unstable_startWorker({
  config: resolve(import.meta.dirname, "wrangler.toml"),
  bindings: Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, { type: "plain_text" as const, value }]),
  ),
  dev: {
    server: { hostname: "127.0.0.1", port: 0 },
    inspector: false,
    logLevel: "error",
    persist,
    watch: false,
  },
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    worker.dispose().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`The server did not end cleanly: ${String(error)}`);
        process.exit(1);
      },
    );
  });
}

await worker.ready;
const address = await worker.url;
const proxy = await startProxy({ hostname: "127.0.0.1", port, target: Number(address.port), token: proxyToken });
const origin = `http://localhost:${portOf(proxy)}`;
const response = await fetch(new URL("/__embedded/settings", address), { headers: { "x-start-token": startToken } });
const settings = await response.json();
const { projectId, databaseId, collectionId, bucketId, apiKey, restrictedApiKey } = settings as Record<string, string>;
console.log(`Embedded Appwrite is ready.
  Endpoint    ${origin}/v1
  Project     ${projectId}
${values.empty ? "  Empty       run npm run appwrite:setup" : `  Database    ${databaseId}, collection ${collectionId}\n  Bucket      ${bucketId}`}
  API key     ${apiKey}
  Documents-only API key  ${restrictedApiKey}
  Mailbox     ${origin}/__mailbox
  Data        ${persist}`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
