// The product, and a browser to visit it with, for one file of tests.
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { type Visitor, type VisitorOptions, visit } from "./browser";
import { type ChromiumOptions, launchBrowser } from "./chromium";
import { type Server, serverOfWorker } from "./server";

export interface ServerOptions {
  /** Starts a server for this file alone; without it the file uses the one of its test worker. */
  start?: () => Promise<Server>;
  /** True when the tests make the server fail on purpose; otherwise an error in its log fails the file. */
  mayLogErrors?: boolean;
}

/** Where a server is, and what it has written since the file began. */
export type RunningServer = Pick<Server, "origin" | "log">;

/** Gives the file that calls it a running server, before its tests begin. @returns the server, to be asked for inside tests */
export function useServer({ start, mayLogErrors = false }: ServerOptions = {}): () => RunningServer {
  let own: Server | undefined;
  let server: RunningServer | undefined;
  beforeAll(async () => {
    own = await start?.();
    server = own ?? serverOfWorker();
  });
  afterAll(async () => {
    const errors = errorsIn(server?.log() ?? "");
    await own?.dispose();
    if (!mayLogErrors) expect(errors).toEqual([]);
  });
  return () => started(server);
}

export interface Product {
  readonly server: RunningServer;
  /** Somebody new, with a browser of their own. */
  visit(options?: VisitorOptions): Promise<Visitor>;
}

export interface ProductOptions extends ServerOptions {
  /** Starts another kind of Chromium for this file alone. */
  chromium?: ChromiumOptions;
}

/** A test worker runs one file after another, and stays connected to the Chromium of the run. */
let sharedBrowser: Promise<Browser> | undefined;

/** The Chromium that all tests of a run share. It is not theirs to close. */
export function connectToBrowser(): Promise<Browser> {
  sharedBrowser ??= chromium.connect(inject("browser"));
  return sharedBrowser;
}

/** Gives the file that calls it a running product and a Chromium, before its tests begin. */
export function useProduct({ chromium: kind, ...serverOptions }: ProductOptions = {}): Product {
  const server = useServer(serverOptions);
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await (kind ? launchBrowser(kind) : connectToBrowser());
  });
  afterAll(async () => {
    if (kind) await browser?.close();
  });
  return {
    get server() {
      return server();
    },
    visit: (options) => visit(started(browser), server(), options),
  };
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("The product runs only inside tests");
  return part;
}

/** The lines of a server's log that tell of an error: the Worker's own, and what the runtime says of one that it caught. */
function errorsIn(log: string): string[] {
  return log.split("\n").filter((line) => /"level":"error"|\[ERROR\]|Uncaught/.test(line));
}
