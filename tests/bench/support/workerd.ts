// Runs the benchmark's Worker in a bare workerd: nothing stands between a request and the Worker, as it would under Wrangler.
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, waitUntil } from "../../support/server.ts";
import { ask } from "./wire.ts";

const requireFromWrangler = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json"));
const WORKERD: string = join(requireFromWrangler.resolve("workerd/package.json"), "../bin/workerd");

/** A running workerd. */
export interface Workerd {
  readonly origin: string;
  readonly port: number;
  /** CPU time that the process has used so far, in milliseconds; null where the system does not tell. */
  cpuMs(): number | null;
  /** Memory that the process has in RAM, in MB of a million bytes; null where the system does not tell. */
  memoryMb(): number | null;
  stop(): Promise<void>;
}

export interface WorkerdOptions {
  /** Its settings, beside the bindings; without any it runs on the embedded backend. */
  vars?: Record<string, string>;
  /** Runs a Worker that does nothing instead. */
  isEmpty?: boolean;
}

/**
 * What stands in for the build when nothing is to be run. It draws a random name as every request of the product does: the
 * first one of a process has workerd gather its randomness, which is no cost of ours.
 */
const EMPTY = "export default { fetch: () => new Response(crypto.randomUUID()) };";

/**
 * Starts workerd with a build of the benchmark's Worker, and waits for its first answer, which is an empty one.
 * @throws when it does not answer, with its output.
 */
export async function startWorkerd(
  build: string,
  { vars = { EMBEDDED_APPWRITE: "true" }, isEmpty = false }: WorkerdOptions = {},
): Promise<Workerd> {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-workerd-"));
  const port = await freePort();
  const config = join(folder, "config.capnp");
  const storage = join(folder, "storage");
  mkdirSync(storage);
  // What a configuration embeds stands beside it.
  cpSync(join(build, "server"), folder, { recursive: true });
  if (isEmpty) writeFileSync(join(folder, "index.js"), EMPTY);
  writeFileSync(config, configuration(build, { port, vars, isEmpty, storage }));
  const child = spawn(WORKERD, ["serve", "--experimental", config], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const origin = `http://localhost:${port}`;
  await waitUntil(
    () => `workerd did not answer. Its output:\n${output}`,
    async () => {
      if (child.exitCode !== null) throw new Error(`workerd ended at its start. Its output:\n${output}`);
      return answers(port);
    },
  );
  return {
    origin,
    port,
    cpuMs: () => cpuMsOf(child),
    memoryMb: () => memoryMbOf(child),
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      process.off("exit", end);
      if (end()) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The modules of a built Worker, as paths below its `server` folder; the entry comes first. */
export function modulesOf(build: string): string[] {
  const others = readdirSync(join(build, "server"), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".js") && name !== "index.js",
  );
  return ["index.js", ...others.sort()];
}

interface Configuration {
  port: number;
  vars: Record<string, string>;
  isEmpty: boolean;
  storage: string;
}

/** What the build says of itself, as far as workerd must be told. */
interface BuiltConfiguration {
  compatibility_date: string;
  compatibility_flags: string[];
  durable_objects: { bindings: { name: string; class_name: string }[] };
}

function configuration(build: string, { port, vars, isEmpty, storage }: Configuration): string {
  const { compatibility_date, compatibility_flags, durable_objects } = JSON.parse(
    readFileSync(join(build, "server/wrangler.json"), "utf8"),
  ) as BuiltConfiguration;
  // A Worker that does nothing has no Durable Objects either.
  const objects = isEmpty ? [] : durable_objects.bindings;
  const text = (value: string) => JSON.stringify(value);
  const bindings = [
    '(name = "ASSETS", service = "assets")',
    ...objects.map((one) => `(name = ${text(one.name)}, durableObjectNamespace = ${text(one.class_name)})`),
    ...Object.entries(vars).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`),
  ];
  const namespaces = objects.map(
    ({ class_name: name }) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .bench),
    (name = "assets", disk = (path = ${text(join(build, "client"))})),
    (name = "storage", disk = (path = ${text(storage)}, writable = true)),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const bench :Workerd.Worker = (
  modules = [${modulesOf(build)
    .map((name) => `(name = "${name}", esModule = embed "${name}")`)
    .join(", ")}],
  compatibilityDate = ${text(compatibility_date)},
  compatibilityFlags = [${compatibility_flags.map(text).join(", ")}],
  bindings = [${bindings.join(", ")}],
  durableObjectNamespaces = [${namespaces.join(", ")}],
  durableObjectStorage = (localDisk = "storage"),
);
`;
}

/** A file that is not there is the least that the Worker answers: nothing is loaded or rendered for it. */
async function answers(port: number): Promise<boolean> {
  try {
    await ask(port, { path: "/assets/nothing" });
    return true;
  } catch {
    // Nobody listens yet.
    return false;
  }
}

/** The kernel counts in ticks of a hundredth of a second. */
const TICK_MS = 10;

function cpuMsOf({ pid }: ChildProcess): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    // No Linux, no /proc.
    return null;
  }
}

function memoryMbOf({ pid }: ChildProcess): number | null {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1_000_000;
  } catch {
    // No Linux, no /proc.
    return null;
  }
}
