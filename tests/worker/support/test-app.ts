// The Worker for tests: an app on the embedded backend, and browsers that store cookies.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { type AppOptions, createApp } from "../../../worker/app";
import type { Bindings } from "../../../worker/config";
import type { LogEntry } from "../../../worker/log";
import { DEVICE_COOKIE } from "../../../worker/session/device";

/** An origin that the embedded backend accepts in links of e-mails. */
export const ORIGIN = "https://localhost";
/** The bindings of the local environment. */
export const bindings: Bindings = env;

/** What Cloudflare binds, as in a deployment without any setting. */
export function bindingsWithoutSettings(): Bindings {
  const { ATTEMPTS, REVOCATIONS, ACCOUNT_CHANGES, EMAIL_TOKENS, PENDING_UPLOADS, PHRASE_WORDS } = bindings;
  const { BURST_LIMIT, NETWORK_LIMIT, PAGE_LIMIT, ASSETS, PAGES } = bindings;
  const objects = { ATTEMPTS, REVOCATIONS, ACCOUNT_CHANGES, EMAIL_TOKENS, PENDING_UPLOADS, PHRASE_WORDS };
  return { ...objects, BURST_LIMIT, NETWORK_LIMIT, PAGE_LIMIT, ASSETS, PAGES };
}

export interface TestApp {
  /** Everything that was logged, in order. */
  log: ({ level: string } & LogEntry)[];
  /** Sends a request unchanged, without cookies or an origin header. */
  fetch(request: Request, env?: Bindings): Promise<Response>;
  /** @param address its IP address; one of its own without it. */
  browser(address?: string): Browser;
  /** Waits for everything that was passed to `waitUntil`. */
  waitForBackgroundTasks(): Promise<void>;
  scheduled(env?: Bindings): Promise<void>;
}

/** Creates an app with a page that shows the member's name. */
export function createTestApp(options: Partial<AppOptions> = {}): TestApp {
  const log: TestApp["log"] = [];
  const app = createApp({
    buildId: "test-build",
    render: async ({ context }) =>
      new Response(`<!doctype html><p>${context.session.current?.name ?? "guest"}</p>`, {
        headers: { "Content-Type": "text/html; charset=utf-8" },
      }),
    log: (level, entry) => log.push({ level, ...entry }),
    // Many people come at once in tests, to a machine that may be busy: it must not look like a slow backend.
    callLimits: { maxCalls: 1_000, waitMs: 0, maxPages: 1_000 },
    deadlineMs: 45_000,
    ...options,
  });
  let contexts: ExecutionContext[] = [];
  const testApp: TestApp = {
    log,
    async fetch(request, bound = bindings) {
      const context = createExecutionContext();
      contexts.push(context);
      return app.fetch(request, bound, context);
    },
    browser: (address) => new Browser(testApp, address),
    async waitForBackgroundTasks() {
      const open = contexts;
      contexts = [];
      await Promise.all(open.map(waitOnExecutionContext));
    },
    async scheduled(bound = bindings) {
      await app.scheduled({ scheduledTime: 0, cron: "", noRetry() {} } as ScheduledController, bound);
    },
  };
  return testApp;
}

/** Each browser has its own IP address of a test network (RFC 2544), since limits count by network. */
let browsers = 0;

/** A browser on the site's own pages: stores cookies and sends them, with `Sec-Fetch-Site`. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #app: TestApp;
  readonly address: string;

  constructor(app: TestApp, address = `198.18.${(++browsers >> 8) % 256}.${browsers % 256}`) {
    this.#app = app;
    this.address = address;
  }

  /** The names of the cookies that say who is signed in or signing in. The device's cookie stays when they go. */
  get signInCookies(): string[] {
    return [...this.cookies.keys()].filter((name) => name !== DEVICE_COOKIE);
  }

  async fetch(path: string, init: RequestInit = {}, bound?: Bindings): Promise<Response> {
    const headers = new Headers({ "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": this.address });
    if (this.cookies.size > 0)
      headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await this.#app.fetch(new Request(ORIGIN + path, { ...init, headers, redirect: "manual" }), bound);
    for (const cookie of response.headers.getSetCookie()) this.#storeCookie(cookie);
    return response;
  }

  /** Sends JSON to the API. */
  async send(method: string, path: string, body?: unknown, bound?: Bindings): Promise<Response> {
    const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    return this.fetch(`/api${path}`, { method, headers, body: sent }, bound);
  }

  #storeCookie(cookie: string): void {
    const [pair = ""] = cookie.split(";");
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (/max-age=0(;|$)/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
