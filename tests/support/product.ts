// Gives a file of tests a running product, and a browser to visit it.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type Visitor, type VisitorOptions, visit } from "./browser";
import { type ChromiumOptions, launchBrowser } from "./chromium";
import { type Server, sharedServer } from "./server";

export interface ServerOptions {
  /** Starts a server for this file. By default the file uses the server of its test worker. */
  start?: () => Promise<Server>;
  /** Allows errors in the server's log, for tests that make it fail on purpose. Otherwise they fail the file. */
  mayLogErrors?: boolean;
}

/** A server's origin, and its log since the file began. */
export type RunningServer = Pick<Server, "origin" | "log">;

/** Starts or connects to a server before the tests of a file. @returns a getter, for use inside tests */
export function useServer({ start, mayLogErrors = false }: ServerOptions = {}): () => RunningServer {
  let ownServer: Server | undefined;
  let server: RunningServer | undefined;
  beforeAll(async () => {
    ownServer = await start?.();
    server = ownServer ?? sharedServer();
  });
  afterAll(async () => {
    const errors = errorsIn(server?.log() ?? "");
    await ownServer?.dispose();
    if (!mayLogErrors) expect(errors).toEqual([]);
  });
  return () => requireStarted(server);
}

export interface Product {
  readonly server: RunningServer;
  /** Opens a new browser context. */
  visit(options?: VisitorOptions): Promise<Visitor>;
}

export interface ProductOptions extends ServerOptions {
  /** Starts a Chromium with these options for this file. */
  chromium?: ChromiumOptions;
}

let browserOfWorker: Promise<Browser> | undefined;

/** The Chromium of this test worker, which runs one file after another. Playwright ends it with the process; tests must not close it. */
export function workerBrowser(): Promise<Browser> {
  browserOfWorker ??= launchBrowser();
  return browserOfWorker;
}

/** Starts or connects to a server and a Chromium before the tests of a file. */
export function useProduct({ chromium: chromiumOptions, ...serverOptions }: ProductOptions = {}): Product {
  const server = useServer(serverOptions);
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await (chromiumOptions ? launchBrowser(chromiumOptions) : workerBrowser());
  });
  afterAll(async () => {
    if (chromiumOptions) await browser?.close();
  });
  return {
    get server() {
      return server();
    },
    visit: (options) => visit(requireStarted(browser), server(), options),
  };
}

function requireStarted<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("The product runs only inside tests");
  return part;
}

/** The lines of a server's log that report an error: those that the Worker writes, and uncaught exceptions. */
function errorsIn(log: string): string[] {
  const errors = log.split("\n").filter((line) => /\berror: |uncaught exception/i.test(line));
  // workerd also logs an exception when a browser closes a connection. That is no error of the Worker.
  return errors.filter((line) => !/\bdisconnected: |Network connection lost\./.test(line));
}
