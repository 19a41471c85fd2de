// The Worker as a function of its parts: the order in which a request meets them stands in one list.
import { type Context, Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { createAppwrite } from "./appwrite/appwrite";
import { Circuit } from "./appwrite/circuit";
import type { AppwriteEndpoint } from "./appwrite/endpoint";
import { Transport } from "./appwrite/transport";
import type { Bindings, Config } from "./config";
import { errorResponse, reportError } from "./http/error-response";
import { media } from "./http/media";
import { consoleLog, type Log, type LogEntry } from "./log";
import { burstLimit } from "./middleware/burst-limit";
import { configuration, createConfigLoader, isApi, isMailbox } from "./middleware/configuration";
import { drainBody } from "./middleware/drain-body";
import { formLimit } from "./middleware/form-limit";
import { requestId } from "./middleware/request-id";
import { requestLog } from "./middleware/request-log";
import { sameOrigin } from "./middleware/same-origin";
import { securityHeaders } from "./middleware/security-headers";
import { session } from "./middleware/session";
import type { AppEnv } from "./middleware/types";
import { localMailbox } from "./pages/local-mailbox";
import { FILE_FOLDERS } from "./pages/page-cache/cacheable";
import { type MakeStatic, PageCache } from "./pages/page-cache/page-cache";
import { errorPage } from "./pages/plain-page";
import type { RenderPage } from "./pages/render";
import { ServiceError } from "./services/errors";

/** What browsers send to pages; an action would take any other method for a post. */
const PAGE_METHODS: readonly string[] = ["GET", "HEAD", "POST"];

/** What people ask the API for themselves, by following a link: a failure is a page for them. */
const DOWNLOADS = /^\/api\/(files\/[^/]+\/content|account\/export)$/;

export interface AppOptions {
  render: RenderPage;
  /** Names the deployment. */
  buildId: string;
  /** Makes a guest's page static, so that it can be cached; without it every page is rendered for its request. */
  makeStatic?: MakeStatic;
  log?: Log;
  /** Stands between the Worker and its backend: tests let it fail. */
  wrapEndpoint?: (endpoint: AppwriteEndpoint) => AppwriteEndpoint;
  /** How long the backend may take, in milliseconds. */
  deadlineMs?: number;
}

/** Answers a request that failed: a person with a page, a program with the API's error body. */
async function answerFailure(error: Error, c: Context<AppEnv>): Promise<Response> {
  const report = (entry: LogEntry) => c.var.log("error", entry);
  const isForProgram = isApi(c.req.path) && !DOWNLOADS.test(c.req.path);
  if (isForProgram || !c.req.header("Accept")?.includes("text/html")) {
    return errorResponse(error, c.var.requestId, report);
  }
  const { status, message, allowed } = reportError(error, report);
  const page = await errorPage(status, message, c.var.requestId, c.var.nonce);
  if (allowed) page.headers.set("Allow", allowed.join(", "));
  return page;
}

/** Makes the Worker's handlers. */
export function createApp(options: AppOptions) {
  const { render, buildId, makeStatic, log = consoleLog, wrapEndpoint = (endpoint) => endpoint, deadlineMs } = options;
  const pages = makeStatic ? new PageCache(buildId, render, makeStatic) : null;

  /** The API's module, once a call has loaded it: even a finished import costs a turn. */
  let api: typeof import("./api/handle") | undefined;

  const load = createConfigLoader();
  const transports = new WeakMap<Config, Transport>();
  const getTransport = (config: Config) => {
    const known = transports.get(config);
    if (known) return known;
    const transport = new Transport(wrapEndpoint(config.endpoint), new Circuit(), deadlineMs);
    transports.set(config, transport);
    return transport;
  };

  // Hono's own choice compiles all routes into one expression at an isolate's first request, which costs that visitor more
  // than it ever saves on the way to a page.
  const app = new Hono<AppEnv>({ router: new TrieRouter() })
    .use(drainBody())
    .use(requestId())
    .use(requestLog(log))
    .use(securityHeaders())
    .get("/media/*", media)
    // A file that is gone: whoever asked for it, a page of an older build say, has no use for a page.
    .on(
      ["GET", "HEAD"],
      FILE_FOLDERS.map((folder) => `/${folder}/:file{[^]+}`),
      (c) => c.body(null, 404, { "Cache-Control": "no-store" }),
    )
    .use(configuration(load))
    .use(sameOrigin())
    .use(session({ buildId, getTransport }))
    .use(burstLimit())
    .use(formLimit())
    .all("/api/*", async (c) => {
      api ??= await import("./api/handle");
      const { context, nonce } = c.var;
      return api.handleApi(c.req.raw, { context, nonce, answerFailure: (error) => answerFailure(error, c) });
    })
    .all("*", async (c) => {
      if (isMailbox(c.req.path)) return localMailbox(c.req.raw, c.var.config.mailbox);
      if (!PAGE_METHODS.includes(c.req.raw.method)) {
        throw new ServiceError("method_not_allowed", `A page answers ${PAGE_METHODS.join(", ")}`, {
          allowed: PAGE_METHODS,
        });
      }
      const pageRequest = { request: c.req.raw, env: c.env, context: c.var.context, nonce: c.var.nonce };
      const cached = await pages?.answer(pageRequest);
      if (cached) return cached;
      const page = await render(pageRequest);
      page.headers.set("X-Page-Cache", "bypass");
      // The router refuses what has no action, and does not say what it would take (RFC 9110, 15.5.6).
      if (page.status === 405) page.headers.set("Allow", "GET, HEAD");
      return page;
    })
    .onError(answerFailure);

  return {
    /** A guest's page in memory is answered at once, and not logged; everything else goes through the list above. */
    fetch(request: Request, env: Bindings, ctx: ExecutionContext): Response | Promise<Response> {
      return pages?.fromMemory(request, env) ?? app.fetch(request, env, ctx);
    },
    /** Every hour. @throws {SettingsError} */
    async scheduled(_controller: ScheduledController, env: Bindings): Promise<void> {
      const [config, { sweep }] = await Promise.all([load(env), import("./services/sweep/sweep")]);
      const { admin } = createAppwrite({
        config,
        transport: getTransport(config),
        requestId: crypto.randomUUID(),
        userAgent: "",
        clientAddress: "",
      });
      await sweep(admin, log, config.public);
    },
  };
}
