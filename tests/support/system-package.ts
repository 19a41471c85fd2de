// Finds programs, and installs missing ones on a Debian machine when the tests run as root.
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first of these programs that is executable, or null. A name without a slash is looked up on the PATH. */
function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = names.flatMap((name) => (name.includes("/") ? [name] : folders.map((folder) => join(folder, name))));
  return paths.find(isProgram) ?? null;
}

/** The path of the first of these programs that there is, also after an attempt to install the Debian package that has it, or null. */
export function findOrInstallProgram(names: readonly string[], debianPackage: string): string | null {
  return findProgram(names) ?? (installPackage(debianPackage) ? findProgram(names) : null);
}

/**
 * Installs a package with apt-get. Does nothing without apt-get, or when the user is not root.
 * @returns whether it was installed
 */
function installPackage(name: string): boolean {
  if (!findProgram(["apt-get"]) || process.getuid?.() !== 0) return false;
  process.stderr.write(`Installing ${name} with apt-get, which the tests need.\n`);
  return runApt("update") && runApt("install", "--yes", "--no-install-recommends", name);
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
