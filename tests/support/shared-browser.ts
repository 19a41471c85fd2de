// Starts one Chromium for all browser tests of a run.
import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";
import { launchBrowserServer } from "./chromium";

declare module "vitest" {
  interface ProvidedContext {
    /** The WebSocket endpoint of the run's Chromium. */
    browser: string;
  }
}

let browser: Promise<BrowserServer> | undefined;
let projects = 0;

/** Vitest's global set-up. It runs once for each project that lists this file. */
export async function setup(project: TestProject): Promise<void> {
  projects += 1;
  browser ??= launchBrowserServer();
  project.provide("browser", (await browser).wsEndpoint());
}

export async function teardown(): Promise<void> {
  projects -= 1;
  if (projects === 0) await (await browser)?.close();
}
