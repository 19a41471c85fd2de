// Starts the Chromium that all browser tests of a run connect to.
import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";
import { launchBrowserServer } from "./chromium";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the Chromium of the run can be connected to. */
    browser: string;
  }
}

let browser: Promise<BrowserServer> | undefined;
let projects = 0;

/** Vitest's global set-up, of each project that asks for it. */
export async function setup(project: TestProject): Promise<void> {
  projects += 1;
  browser ??= launchBrowserServer();
  project.provide("browser", (await browser).wsEndpoint());
}

export async function teardown(): Promise<void> {
  projects -= 1;
  if (projects === 0) await (await browser)?.close();
}
