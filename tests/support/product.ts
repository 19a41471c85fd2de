// The product and a browser for one file of tests.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser, type Visitor, type VisitorOptions, visit } from "./browser";
import { type Server, startServer } from "./server";

export interface Product {
  readonly server: Server;
  /** Somebody new, with a browser of their own. */
  visit(options?: VisitorOptions): Promise<Visitor>;
}

/** Starts a server and a Chromium before the tests of the file that calls it, and ends both after them. */
export function useProduct(start: () => Promise<Server> = startServer): Product {
  let server: Server | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [server, browser] = await Promise.all([start(), launchBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), server?.dispose()]);
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
