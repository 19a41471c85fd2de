// Runs a script as its npm command does, in a process of its own.
import { spawn } from "node:child_process";

export interface ScriptRun {
  /** The exit code; -1 when a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a script with this Node, and waits for its end.
 * @param env its environment, beside `PATH`: nothing of this process's own
 */
export async function runScript(
  [script, ...args]: [script: string, ...args: string[]],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<ScriptRun> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const run = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      run[name] += chunk;
    });
  }
  const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? -1)));
  return { code, ...run };
}
