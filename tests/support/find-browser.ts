// Finds a Chromium to test with, and on a Debian machine that has none installs one.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const WELL_KNOWN = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/opt/google/chrome/chrome",
];

/**
 * The path of a Chromium: the one that CHROME_PATH names, else the one that Playwright has installed, else the system's,
 * else one installed now with apt-get where that is possible.
 * @throws saying what to do, when there is none.
 */
export function findBrowser(): string {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`CHROME_PATH is ${named}, which is no program.`);
  }
  const found = installed();
  if (found) return found;
  if (isProgram("/usr/bin/apt-get") && process.getuid?.() === 0) {
    process.stderr.write("There is no Chromium on this machine: installing it with apt-get.\n");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const args of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
      const { status, stderr } = spawnSync("apt-get", ["--quiet", ...args], { env, encoding: "utf8" });
      if (status !== 0) process.stderr.write(`apt-get ${args[0]} failed: ${stderr}\n`);
    }
    const now = installed();
    if (now) return now;
  }
  throw new Error(
    "The browser tests need a Chromium, and this machine has none: install one (`npx playwright-core install --with-deps chromium`, or your system's package), or set CHROME_PATH to it.",
  );
}

function installed(): string | undefined {
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [chromium.executablePath(), ...onPath, ...WELL_KNOWN].find(isProgram);
}

function isProgram(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // There, but not ours to run.
    return false;
  }
}
