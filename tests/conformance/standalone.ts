// Starts the embedded Appwrite alone, as `npm run appwrite:embedded` does, on a free port and with its own data.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { EMBEDDED_PASSWORD_COST } from "../support/password-cost.ts";
import { Target, type TargetSettings } from "./target.ts";

/** The script that `npm run appwrite:embedded` runs. */
export const SCRIPT = resolve(import.meta.dirname, "../../worker/embedded/standalone/serve.ts");
const START_MILLISECONDS = 60_000;

export interface Standalone {
  /** Such as http://127.0.0.1:41234 */
  origin: string;
  target: Target;
  /** Stops the server: with SIGTERM, or with SIGKILL to simulate a crash. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Creates a temporary directory for a server's data. */
export async function makeDataDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "appwrite-embedded-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** @param options further options of the script, such as `["--free-disk", "1048576"]` */
export async function startStandalone(dataDirectory: string, options: string[] = [], port = 0): Promise<Standalone> {
  // In its own process group, so that SIGKILL reaches workerd too.
  const child = spawn(process.execPath, [SCRIPT, "--port", String(port), "--persist", dataDirectory, ...options], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, EMBEDDED_PASSWORD_COST },
  });
  const output = await readUntilReady(child);
  const origin = /Endpoint\s+(http:\/\/\S+)\/v1/.exec(output)?.[1]?.replace("localhost", "127.0.0.1") ?? "";
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  return {
    origin,
    target: new Target(readSettings(origin, output)),
    async stop(signal = "SIGTERM") {
      // SIGKILL goes to the whole group. On SIGTERM the script itself stops workerd.
      if (child.pid !== undefined) process.kill(signal === "SIGKILL" ? -child.pid : child.pid, signal);
      await ended;
    },
  };
}

function readUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let output = "";
    const timer = setTimeout(() => fail(new Error(`The server did not start:\n${output}`)), START_MILLISECONDS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (!/^\s*Data\s/m.test(output)) return;
      clearTimeout(timer);
      done(output);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(new Error(`The server ended with ${code}:\n${output}`));
    });
  });
}

function readSettings(origin: string, output: string): TargetSettings {
  return {
    endpoint: `${origin}/v1`,
    realtimeEndpoint: origin,
    mailbox: `${origin}/__mailbox.json`,
    apiKey: /^\s*API key\s+(\S+)/m.exec(output)?.[1] ?? "",
    restrictedApiKey: /^\s*Documents-only API key\s+(\S+)/m.exec(output)?.[1] ?? "",
    async resetRateLimits() {
      const { status } = await fetch(`${origin}/__rate-limits`, { method: "DELETE" });
      if (status !== 204) throw new Error(`The rate limits were not set back: ${status}`);
    },
  };
}
