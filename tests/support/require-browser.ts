// Vitest's global set-up: finds a Chromium, or installs one before several test workers would do so at the same time.
import { findBrowser } from "./find-browser";

/** @throws an error that says what to do, when the machine has no Chromium */
export function setup(): void {
  findBrowser();
}
