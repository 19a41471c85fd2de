// Finds a Chromium to test with, and on a Debian machine that has none installs one.
import { chromium } from "playwright-core";
import { findProgram, installPackage, isProgram } from "./system-package.ts";

/** Chromium without its windows. It starts pages in two thirds of the time, and has no back/forward cache. */
const SHELL = "chromium-headless-shell";
const WHOLE = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/opt/google/chrome/chrome",
];

/**
 * The path of a Chromium: the one that CHROME_PATH names, else the system's headless shell, else the one that Playwright has
 * installed, else the system's whole one, else one installed now with apt-get where that is possible.
 * @param needsWhole true where the headless shell will not do
 * @throws saying what to do, when there is none.
 */
export function findBrowser(needsWhole = false): string {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`CHROME_PATH is ${named}, which is no program.`);
  }
  const find = () =>
    findProgram(needsWhole ? [chromium.executablePath(), ...WHOLE] : [SHELL, chromium.executablePath(), ...WHOLE]);
  const found = find() ?? (installPackage(needsWhole ? ["chromium"] : [SHELL, "chromium"]) ? find() : null);
  if (found) return found;
  throw new Error(
    "The browser tests need a Chromium, and this machine has none: install one (`npx playwright-core install --with-deps chromium`, or your system's package), or set CHROME_PATH to it.",
  );
}
