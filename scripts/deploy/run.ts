// Deploys the production build, as `npm run deploy` does after building: puts every static page into KV first, so that no
// visitor of the new version waits for a render. Arguments go to `wrangler deploy`.
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
const changing = args.find((arg) => /^(?:--(?:var|name|env)(?:=|$)|-e)/.test(arg));
if (changing)
  fail(`${changing} would make other pages than those that are put into KV: say it in wrangler.toml instead.`);
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
  // The new version is bound to what was filled, also on the first deployment, when the namespace has just been made.
  const others = config.kv_namespaces.filter(({ binding }: { binding: string }) => binding !== BINDING);
  writeFileSync(CONFIG, JSON.stringify({ ...config, kv_namespaces: [...others, { binding: BINDING, id }] }));
  fill(id);
}
wrangler(["deploy", ...args]);

/** The id of the namespace: as wrangler.toml says, or that of the one named after the Worker, which is made if need be. */
function namespaceId(): string {
  const bound = config.kv_namespaces.find(({ binding }: { binding: string }) => binding === BINDING);
  if (bound.id) return bound.id;
  const title = `${config.name}-${BINDING.toLowerCase()}`;
  const find = () => {
    const namespaces: Namespace[] = JSON.parse(wrangler(["kv", "namespace", "list"], "pipe"));
    return namespaces.find((namespace) => namespace.title === title)?.id;
  };
  const known = find();
  if (known) return known;
  wrangler(["kv", "namespace", "create", title, "--update-config", "false"]);
  return find() ?? fail(`The KV namespace ${title} was made, and is not there.`);
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

/** Runs Wrangler in the project; what goes wrong there ends this too. */
function wrangler(command: string[], stdout: "inherit" | "pipe" = "inherit"): string {
  const run = spawnSync(process.execPath, [WRANGLER, ...command], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["inherit", stdout, "inherit"],
  });
  if (run.status !== 0) fail(`\`wrangler ${command.slice(0, 3).join(" ")}\` failed, and nothing more was done.`);
  return run.stdout;
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
