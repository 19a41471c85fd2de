import type { Bindings } from "../../../worker/config";
import { SESSION_COOKIE } from "../../../worker/session/session";
import { Browser, createTestApp, type TestApp } from "../../worker/support/test-app";
import type { CallCutter } from "./cuts";

/** How many people are behind one address. Each address has counters of its own, which take time to make. */
const PEOPLE_OF_A_NETWORK = 4;
let people = 0;

/** A person with a browser. Their requests go to a Worker whose backend is cut, or to one whose backend works. */
export class Visitor {
  readonly #address = networkAddress();
  /** The isolate without faults. */
  readonly app: TestApp = createTestApp();
  /** Those with faults. */
  readonly #others: TestApp[] = [];
  #current = this.app;
  readonly #browsers: Browser[] = [];
  readonly browser = this.newBrowser();

  /** Another browser of the person. */
  newBrowser(): Browser {
    const fetch = (request: Request, env?: Bindings) => {
      request.headers.set("CF-Connecting-IP", this.#address);
      return this.#current.fetch(request, env);
    };
    const browser = new Browser({ ...this.app, fetch });
    this.#browsers.push(browser);
    return browser;
  }

  /** How many of the person's browsers have a session. */
  get sessions(): number {
    return this.#browsers.filter(({ cookies }) => cookies.has(SESSION_COOKIE)).length;
  }

  /**
   * Sends the person's requests to a new isolate, whose calls to the backend go through a cutter.
   * @param deadlineMs how long a call may take there, when one is to stall
   */
  async withCutter<T>(
    cutter: CallCutter,
    deadlineMs: number | undefined,
    run: (app: TestApp) => Promise<T>,
  ): Promise<T> {
    const app = createTestApp({
      ...(deadlineMs && { deadlineMs }),
      wrapServer: (server) => ({ ...server, fetch: (request) => cutter.call(request, server) }),
    });
    this.#others.push(app);
    this.#current = app;
    try {
      return await run(app);
    } finally {
      this.#current = this.app;
    }
  }

  /** Runs the hourly task in the isolate that gets the person's requests. @returns the errors that it logged */
  async runHourlyTask(env: Bindings): Promise<string[]> {
    const { log } = this.#current;
    const before = log.length;
    await this.#current.scheduled(env);
    return log.slice(before).flatMap(({ level, event }) => (level === "error" ? [String(event)] : []));
  }

  /** Waits for everything that the person's requests have left in the background. */
  async waitForBackgroundTasks(): Promise<void> {
    await Promise.all([this.app, ...this.#others].map((app) => app.waitForBackgroundTasks()));
  }

  /**
   * The errors in the log that no response told anybody about.
   * @param known background tasks and events that may fail.
   */
  silentErrors(known: readonly string[] = []): string[] {
    return [this.app, ...this.#others].flatMap(({ log }) =>
      log
        .filter(({ level, event }) => level === "error" && event !== "call failed")
        .filter(({ event, task }) => !known.includes(String(task ?? event)))
        .map(({ event, task, error }) => `logged: ${event}, ${task}, ${error}`),
    );
  }

  /** Deletes what the backend has of the person: it gets slower with every record. */
  async deleteRecords(): Promise<void> {}
}

/** An address of a test network (RFC 2544). */
function networkAddress(): string {
  people += 1;
  const network = Math.floor(people / PEOPLE_OF_A_NETWORK);
  return `198.19.${network >> 8}.${network & 255}`;
}
