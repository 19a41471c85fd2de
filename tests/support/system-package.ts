// Finds programs, and installs missing ones on a Debian machine when the tests run as root.
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first of these programs that is executable, or null. A name without a slash is looked up on the PATH. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = names.flatMap((name) => (name.includes("/") ? [name] : folders.map((folder) => join(folder, name))));
  return paths.find(isProgram) ?? null;
}

/**
 * Installs the first available of these packages with apt-get. Does nothing without apt-get, or when the user is not root.
 * @returns whether one was installed
 */
export function installPackage(names: readonly string[]): boolean {
  if (!findProgram(["apt-get"]) || process.getuid?.() !== 0) return false;
  process.stderr.write(`Installing ${names[0]} with apt-get, which the tests need.\n`);
  return runApt("update") && names.some((name) => runApt("install", "--yes", "--no-install-recommends", name));
}

function runApt(...args: string[]): boolean {
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
    // The file does not exist or is not executable.
    return false;
  }
}
