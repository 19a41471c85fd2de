// Installs what the tests need of the system, on a Debian machine where they may.
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first of these programs that can be run; null where there is none. A name without a slash is looked for on the PATH. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = names.flatMap((name) => (name.includes("/") ? [name] : folders.map((folder) => join(folder, name))));
  return paths.find(isProgram) ?? null;
}

/**
 * Installs the first of these packages that there is, with apt-get. Does nothing without apt-get, or when the user is not root.
 * @returns whether one was installed
 */
export function installPackage(names: readonly string[]): boolean {
  if (!findProgram(["apt-get"]) || process.getuid?.() !== 0) return false;
  process.stderr.write(`Installing ${names[0]} with apt-get, which the tests need.\n`);
  return apt("update") && names.some((name) => apt("install", "--yes", "--no-install-recommends", name));
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr } = spawnSync("apt-get", ["--quiet", ...args], { env, encoding: "utf8" });
  if (status !== 0) process.stderr.write(`apt-get ${args.join(" ")} failed: ${stderr}\n`);
  return status === 0;
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not there, or not ours to run.
    return false;
  }
}
