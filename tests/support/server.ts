// Starts a production build under workerd. Its storage survives a restart.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { EMBEDDED_PASSWORD_COST } from "./password-cost.ts";
import { realRun } from "./real-run.ts";

const READY_WITHIN_MS = 90_000;
const POLL_MS = 50;

// Kills all servers when the process ends early.
const running = new Set<number>();
process.once("exit", () => {
  for (const pid of running) if (pid > 0) signalGroup(pid, "SIGKILL");
});

/** A running server. It keeps its origin and its storage over a restart. */
export interface Server {
  /** "http://localhost:12345": what a browser opens. */
  readonly origin: string;
  /** The file with the server's output, over all its starts. */
  readonly logFile: string;
  /** The content of `logFile`. */
  log(): string;
  /** Ends the server with SIGTERM, if it is running. */
  stop(): Promise<void>;
  /** Kills the server and workerd with SIGKILL, so that nothing can finish. */
  kill(): Promise<void>;
  /** Starts it again on the same port and storage. */
  start(): Promise<void>;
  /** Ends the server and deletes its storage. */
  dispose(): Promise<void>;
}

export interface ServerOptions {
  /** The folder of a copy of the production build; by default the build of this test run. */
  build?: string;
  /** Settings in addition to those of the build's environment. */
  vars?: Record<string, string>;
  /** Changes the build's Wrangler configuration, for example to that of production. */
  configure?: (config: WranglerConfig) => WranglerConfig;
}

/** A server whose build can be replaced. */
export interface ProductServer extends Server {
  /** Replaces the running build, as a deployment does. Origin and storage stay the same. */
  deploy(build: string): Promise<void>;
}

/** The parts of a built wrangler.json that tests read and change. */
export interface WranglerConfig extends Record<string, unknown> {
  vars?: Record<string, string>;
  durable_objects?: { bindings: { name: string; class_name: string }[] };
}

/** A local build's configuration without the settings and bindings that only the local environment has. */
export function toProductionConfig(config: WranglerConfig): WranglerConfig {
  const bindings = config.durable_objects?.bindings.filter(({ name }) => name !== "EMBEDDED") ?? [];
  return { ...config, vars: {}, durable_objects: { bindings }, r2_buckets: [] };
}

/**
 * Starts a production build, and waits until it responds. Its backend is the embedded Appwrite, or in `npm run test:real` that run's
 * server.
 */
export async function startServer({
  build = inject("build"),
  vars = {},
  configure = realRun ? toProductionConfig : (config) => config,
}: ServerOptions = {}): Promise<ProductServer> {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-server-"));
  const configPath = join(folder, "build/server/wrangler.json");
  const settings = { EMBEDDED_PASSWORD_COST, ...realRun?.settings, ...vars };
  const installBuild = (build: string) => {
    rmSync(join(folder, "build"), { recursive: true, force: true });
    cpSync(build, join(folder, "build"), { recursive: true });
    const config = configure(JSON.parse(readFileSync(configPath, "utf8")));
    writeFileSync(configPath, JSON.stringify({ ...config, vars: { ...config.vars, ...settings } }));
  };
  installBuild(build);
  const server = await serve({
    command: [process.execPath, join(import.meta.dirname, "serve-build.ts")],
    cwd: folder,
  });
  return {
    ...server,
    async deploy(build) {
      await server.stop();
      installBuild(build);
      await server.start();
    },
    async dispose() {
      await server.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server of this test worker. Its log begins with this call. */
export function sharedServer(): Pick<Server, "origin" | "log"> {
  // Vitest numbers its workers from 1.
  const server = inject("servers")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!server) throw new Error(`There is no server for worker ${process.env.VITEST_POOL_ID}`);
  const { origin, logFile } = server;
  const read = () => readFileSync(logFile, "utf8");
  const start = read().length;
  return { origin, log: () => read().slice(start) };
}

export interface ServeOptions {
  /** A command that serves HTTP on loopback, and accepts `--port`. */
  command: string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** The server is ready when this path responds, with any status. */
  readyPath?: string;
}

/**
 * Runs a server and waits until it responds.
 * @throws an error with its output, when it ends before that
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
      // Its own process group, so that wrangler, its second Node process and workerd end together.
      detached: true,
      stdio: ["ignore", output, output],
      env: { ...process.env, NODE_ENV: undefined, CLOUDFLARE_CF_FETCH_ENABLED: "false", ...env },
    });
    closeSync(output);
    child = started;
    running.add(started.pid ?? 0);
    await waitUntil(
      () => `The server did not respond. Its output:\n${log()}`,
      async () => {
        if (started.exitCode !== null) throw new Error(`The server ended at its start. Its output:\n${log()}`);
        return isResponding(`${origin}${readyPath}`);
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

/** Ports below the range for outgoing connections, so that none of these takes a port between its check and its use. */
const PORTS = { from: 20_000, to: 30_000 };

/** A free TCP port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isPortFree(port)) return port;
  }
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    // Without a host this listens on both loopback addresses, IPv4 and IPv6.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

/**
 * Polls until `isDone` resolves to true.
 * @throws an error with `errorMessage` after a minute and a half
 */
export async function waitUntil(errorMessage: () => string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(errorMessage());
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** True when the URL responds, with any status. */
async function isResponding(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return true;
  } catch {
    // The server is not listening.
    return false;
  }
}

/** Sends a signal to a process group. @returns false when the group has no process left */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
