// Deploys the production build; `npm run deploy` runs it after a build. Writes every static page to KV first, so that no visitor of the
// new version waits for a render. Passes its arguments to `wrangler deploy`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runnerImport } from "vite";

const ROOT = join(import.meta.dirname, "../..");
const CONFIG = join(ROOT, "build/server/wrangler.json");
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
const BINDING = "PAGES";

interface Namespace {
  id: string;
  title: string;
}

const args = process.argv.slice(2);
const forbidden = args.find((arg) => /^(?:--(?:var|name|env)(?:=|$)|-e)/.test(arg));
if (forbidden)
  fail(`${forbidden} would make the deployed pages differ from those in KV: set it in wrangler.toml instead.`);
const config = JSON.parse(readFileSync(CONFIG, "utf8"));
if (config.targetEnvironment)
  fail(`This build is of the ${config.targetEnvironment} environment: use \`npm run deploy\`.`);

const { module } = await runnerImport<typeof import("./static-pages")>("/scripts/deploy/static-pages.ts", {
  root: ROOT,
  configFile: false,
  logLevel: "error",
});
const pages = await module.renderStaticPages(join(ROOT, "build"));
const bytes = pages.reduce((sum, { value }) => sum + Buffer.byteLength(value, "base64"), 0);
console.log(`${pages.length} static pages, ${Math.round(bytes / 1000)} KB in brotli.`);

if (!args.includes("--dry-run")) {
  const id = namespaceId();
  // Binds the new version to the namespace that is filled, also on the first deployment, which has just created it.
  const others = config.kv_namespaces.filter(({ binding }: { binding: string }) => binding !== BINDING);
  writeFileSync(CONFIG, JSON.stringify({ ...config, kv_namespaces: [...others, { binding: BINDING, id }] }));
  fill(id);
}
wrangler(["deploy", ...args]);

/** The id of the KV namespace: from wrangler.toml, or of the namespace named after the Worker, which is created if it is missing. */
function namespaceId(): string {
  const bound = config.kv_namespaces.find(({ binding }: { binding: string }) => binding === BINDING);
  if (bound.id) return bound.id;
  const title = `${config.name}-${BINDING.toLowerCase()}`;
  const find = () => {
    const namespaces: Namespace[] = JSON.parse(wrangler(["kv", "namespace", "list"], "pipe"));
    return namespaces.find((namespace) => namespace.title === title)?.id;
  };
  const existing = find();
  if (existing) return existing;
  wrangler(["kv", "namespace", "create", title, "--update-config", "false"]);
  return find() ?? fail(`The KV namespace ${title} was created but is not listed.`);
}

function fill(id: string): void {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-deploy-"));
  try {
    const file = join(folder, "pages.json");
    writeFileSync(file, JSON.stringify(pages));
    wrangler(["kv", "bulk", "put", file, "--namespace-id", id, "--remote"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs Wrangler in the project. Exits when it fails. */
function wrangler(command: string[], stdout: "inherit" | "pipe" = "inherit"): string {
  const run = spawnSync(process.execPath, [WRANGLER, ...command], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["inherit", stdout, "inherit"],
  });
  if (run.status !== 0) fail(`\`wrangler ${command.slice(0, 3).join(" ")}\` failed, and nothing more was done.`);
  return run.stdout;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
