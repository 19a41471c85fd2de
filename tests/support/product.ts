// The product and a browser for one file of tests.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type BrowserOptions, launchBrowser, type Visitor, type VisitorOptions, visit } from "./browser";
import { type Server, startServer } from "./server";

export interface Product {
  readonly server: Server;
  /** Somebody new, with a browser of their own. */
  visit(options?: VisitorOptions): Promise<Visitor>;
}

export interface ProductOptions extends BrowserOptions {
  /** How the server is started. */
  start?: () => Promise<Server>;
  /** True when the tests make the server fail on purpose; otherwise an error in its log fails the file. */
  mayLogErrors?: boolean;
}

/** Starts a server and a Chromium before the tests of the file that calls it, and ends both after them. */
export function useProduct({
  start = startServer,
  mayLogErrors = false,
  ...browserOptions
}: ProductOptions = {}): Product {
  let server: Server | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [server, browser] = await Promise.all([start(), launchBrowser(browserOptions)]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), server?.dispose()]);
    if (!mayLogErrors) expect(errorsIn(server?.log() ?? "")).toEqual([]);
  });
  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("The product runs only inside tests");
    return part;
  };
  return {
    get server() {
      return running(server);
    },
    visit: (options) => visit(running(browser), running(server), options),
  };
}

/** The lines of a server's log that tell of an error: the Worker's own, and what the runtime says of one that it caught. */
function errorsIn(log: string): string[] {
  return log.split("\n").filter((line) => /"level":"error"|\[ERROR\]|Uncaught/.test(line));
}
