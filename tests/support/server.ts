// Starts the product as a person would, a production build under workerd, with storage of its own that outlives it.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { EMBEDDED_PASSWORD_COST } from "./password-cost.ts";

const ROOT = join(import.meta.dirname, "../..");
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
const READY_WITHIN_MS = 90_000;
const POLL_MS = 50;

// A run that ends early leaves no server behind.
const running = new Set<number>();
process.once("exit", () => {
  for (const pid of running) if (pid > 0) signalGroup(pid, "SIGKILL");
});

/** A running product. It keeps its address and its storage over a restart. */
export interface Server {
  /** "http://localhost:12345": what a browser opens. */
  readonly origin: string;
  /** Where everything goes that the server writes, over all its starts. */
  readonly logFile: string;
  /** What is in that file. */
  log(): string;
  /** Ends the server the way Ctrl-C does; does nothing when it is not running. */
  stop(): Promise<void>;
  /** Kills the server and workerd at once (SIGKILL): nothing gets a chance to finish. */
  kill(): Promise<void>;
  /** Starts it again on the same port and storage. */
  start(): Promise<void>;
  /** Ends the server and deletes what it kept. */
  dispose(): Promise<void>;
}

export interface ServerOptions {
  /** The folder of a copy of the production build; by default the one that was made for this test run. */
  build?: string;
  /** Settings beside those of the build's environment. */
  vars?: Record<string, string>;
  /** Changes the build's Wrangler configuration, for example to that of production. */
  configure?: (config: WranglerConfig) => WranglerConfig;
}

/** A running build of the product, which another can take the place of. */
export interface ProductServer extends Server {
  /** Puts another build in the place of the one that runs, as a deployment does: at the same address, on the same storage. */
  deploy(build: string): Promise<void>;
}

/** What tests read and change of a built wrangler.json. */
export interface WranglerConfig extends Record<string, unknown> {
  vars?: Record<string, string>;
  durable_objects?: { bindings: { name: string; class_name: string }[] };
}

/** Starts a production build, and waits until it answers. */
export async function startServer({
  build = inject("build"),
  vars = {},
  configure = (config) => config,
}: ServerOptions = {}): Promise<ProductServer> {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-server-"));
  const configPath = join(folder, "build/server/wrangler.json");
  const put = (build: string) => {
    rmSync(join(folder, "build"), { recursive: true, force: true });
    cpSync(build, join(folder, "build"), { recursive: true });
    writeFileSync(configPath, JSON.stringify(configure(JSON.parse(readFileSync(configPath, "utf8")))));
  };
  put(build);
  const settings = Object.entries({ EMBEDDED_PASSWORD_COST, ...vars }).flatMap(([name, value]) => [
    "--var",
    `${name}:${value}`,
  ]);
  const server = await serve({
    command: [
      process.execPath,
      WRANGLER,
      "dev",
      "--config",
      configPath,
      ...settings,
      "--persist-to",
      "state",
      "--inspector-port",
      "0",
    ],
    cwd: folder,
  });
  return {
    ...server,
    async deploy(build) {
      await server.stop();
      put(build);
      await server.start();
    },
    async dispose() {
      await server.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server that was started for this test worker; its log begins with this call. */
export function serverOfWorker(): Pick<Server, "origin" | "log"> {
  // Vitest numbers its workers from 1.
  const server = inject("servers")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!server) throw new Error(`There is no server for worker ${process.env.VITEST_POOL_ID}`);
  const { origin, logFile } = server;
  const read = () => readFileSync(logFile, "utf8");
  const start = read().length;
  return { origin, log: () => read().slice(start) };
}

export interface ServeOptions {
  /** A command that serves HTTP on loopback, and takes `--port`. */
  command: string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** The path whose answer, of any status, means that the server is up. */
  readyPath?: string;
}

/**
 * Runs a server and waits until it answers.
 * @throws when it ends before that, with what it said.
 */
export async function serve({ command, cwd, env, readyPath = "/" }: ServeOptions): Promise<Server> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [program = "", ...args] = command;
  const folder = mkdtempSync(join(tmpdir(), "navarambh-log-"));
  const logFile = join(folder, "server.log");
  const log = () => readFileSync(logFile, "utf8");
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const output = openSync(logFile, "a");
    const started = spawn(program, [...args, "--port", String(port)], {
      cwd,
      // A process group of its own: wrangler, its second Node and workerd end together.
      detached: true,
      stdio: ["ignore", output, output],
      env: { ...process.env, NODE_ENV: undefined, CLOUDFLARE_CF_FETCH_ENABLED: "false", ...env },
    });
    closeSync(output);
    child = started;
    running.add(started.pid ?? 0);
    await waitUntil(
      () => `The server did not answer. It said:\n${log()}`,
      async () => {
        if (started.exitCode !== null) throw new Error(`The server ended at its start. It said:\n${log()}`);
        return answers(`${origin}${readyPath}`);
      },
    );
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const pid = child?.pid;
    child = null;
    if (pid === undefined) return;
    running.delete(pid);
    signalGroup(pid, signal);
    await waitUntil(
      () => "The server did not end",
      async () => !signalGroup(pid, 0),
    );
  }

  await start();
  return {
    origin,
    logFile,
    log,
    start,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    async dispose() {
      await end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ports below those that systems give to outgoing connections, so that none of these takes one between its probe and its use. */
const PORTS = { from: 20_000, to: 30_000 };

/** A TCP port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    // Where nothing else is said, both of the machine's own addresses are meant.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

/**
 * Asks again and again until the answer is yes.
 * @throws with `complaint` when it has been no for a minute and a half.
 */
export async function waitUntil(complaint: () => string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(complaint());
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** True when anything at all answers at this address. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return true;
  } catch {
    // Nobody listens yet, or no longer.
    return false;
  }
}

/** Sends a signal to a process group; false when the group has no process left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
