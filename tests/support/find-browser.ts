// Finds a Chromium for the tests, and installs one on a Debian machine that has none.
import { chromium } from "playwright-core";
import { findOrInstallProgram, isProgram } from "./system-package.ts";

/**
 * Chromium without a window system. It opens a page in a third of the full browser's time, which has an interface of its own
 * also when nobody sees it, but it has no back/forward cache.
 */
const HEADLESS_SHELL = "chromium-headless-shell";
const FULL_BROWSERS = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/opt/google/chrome/chrome",
];

/**
 * The path of a Chromium, in this order: CHROME_PATH, the system's headless shell, the browser that Playwright installed, a
 * headless shell that is installed now with apt-get, the system's full browser, and one that is installed now.
 * @param needsFullBrowser excludes the headless shell
 * @throws an error that says what to do, when there is none
 */
export function findBrowser(needsFullBrowser = false): string {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`CHROME_PATH is ${named}, which is not a program.`);
  }
  const playwrights = chromium.executablePath();
  const found =
    (needsFullBrowser ? null : findOrInstallProgram([HEADLESS_SHELL, playwrights], HEADLESS_SHELL)) ??
    findOrInstallProgram([playwrights, ...FULL_BROWSERS], "chromium");
  if (found) return found;
  throw new Error(
    "The browser tests need a Chromium, and this machine has none: install one (`npx playwright-core install --with-deps chromium`, or your system's package), or set CHROME_PATH to it.",
  );
}
