// Creates the Worker's handlers. The middleware below runs in the order in which it is listed.
import { type Context, Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { createAppwrite } from "./appwrite/appwrite";
import { type CallLimits, CallsInFlight } from "./appwrite/calls-in-flight";
import { Circuit } from "./appwrite/circuit";
import type { AppwriteServer } from "./appwrite/server";
import { Transport } from "./appwrite/transport";
import { warnOfUnsupportedVersion } from "./appwrite/version";
import type { Bindings, Config } from "./config";
import { ServiceError } from "./errors";
import { CLIENT_PACE, type PaceLimits } from "./http/client-pace";
import { errorResponse, reportError } from "./http/error-response";
import { Transfers } from "./http/transfers";
import { consoleLog, type Log, type LogEntry } from "./log";
import { burstLimit } from "./middleware/burst-limit";
import { configuration, createConfigLoader, isApi, isMailbox } from "./middleware/configuration";
import { drainBody } from "./middleware/drain-body";
import { endedSession } from "./middleware/ended-session";
import { formLimit } from "./middleware/form-limit";
import { loadShedding } from "./middleware/load-shedding";
import { media } from "./middleware/media";
import { methodOverride } from "./middleware/method-override";
import { isInsecure, redirectToHttps } from "./middleware/redirect-to-https";
import { requestId } from "./middleware/request-id";
import { requestLog } from "./middleware/request-log";
import { SAFE_METHODS, sameOrigin } from "./middleware/same-origin";
import { securityHeaders } from "./middleware/security-headers";
import { session } from "./middleware/session";
import type { AppEnv } from "./middleware/types";
import { isUrlTooLong, urlLengthLimit } from "./middleware/url-length-limit";
import { localMailbox } from "./pages/local-mailbox";
import { FILE_FOLDERS } from "./pages/page-cache/cacheable";
import { type MakeStatic, PageCache } from "./pages/page-cache/page-cache";
import { errorPage } from "./pages/plain-page";
import type { RenderPage } from "./pages/render";
import { UploadRecords } from "./services/files/upload-records";

/** The methods of pages. React Router would run an action for any other method too. */
const PAGE_METHODS: readonly string[] = ["GET", "HEAD", "POST"];

/** Control characters, of which no page's path has any. React Router's route for unknown paths does not match a line break. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** True when a path may be that of a page. React Router would log a warning for each one that cannot be decoded. */
function mayBePage({ req }: Context): boolean {
  try {
    decodeURIComponent(new URL(req.url).pathname);
  } catch {
    return false;
  }
  return !CONTROL_CHARACTER.test(req.path);
}

/** API addresses that people open by a link: errors there are HTML pages. */
const DOWNLOADS = /^\/api\/(files\/[^/]+\/content|account\/export)$/;

export interface AppOptions {
  render: RenderPage;
  /** Identifies the build: it is part of the cache keys, and `/api/health` shows it. */
  buildId: string;
  /** Makes a guest's page static, so that it can be cached. Without it, each request renders its page. */
  makeStatic?: MakeStatic;
  log?: Log;
  /** Wraps the backend's server: tests inject faults with it. */
  wrapServer?: (server: AppwriteServer) => AppwriteServer;
  /** How long a backend call may take, in milliseconds. */
  deadlineMs?: number;
  /** How many backend calls may be in flight when a request is admitted, how long one waits, and how many pages are made at once. */
  callLimits?: CallLimits;
  /** How slowly a client may send a body. */
  clientPace?: PaceLimits;
  /** How many uploads and downloads one network may have at once. */
  transfersPerNetwork?: number;
}

/** Responds to an error: with a page for people, with the API's error body for programs. */
async function handleError(error: Error, c: Context<AppEnv>): Promise<Response> {
  const report = (entry: LogEntry) => c.var.log("error", entry);
  const wantsJson = isApi(c.req.path) && !DOWNLOADS.test(c.req.path);
  if (wantsJson || !c.req.header("Accept")?.includes("text/html")) {
    return errorResponse(error, c.var.requestId, report);
  }
  const httpError = reportError(error, report);
  const page = await errorPage(httpError, { method: c.req.raw.method, ...c.var });
  if (httpError.allowed) page.headers.set("Allow", httpError.allowed.join(", "));
  return page;
}

/** Creates the Worker's `fetch` and `scheduled` handlers. */
export function createApp(options: AppOptions) {
  const { render, buildId, makeStatic, log = consoleLog, wrapServer = (server) => server, deadlineMs } = options;
  const { clientPace = CLIENT_PACE } = options;
  const pages = makeStatic ? new PageCache(buildId, render, makeStatic) : null;

  /** The API's module, loaded with the first call. Kept, since awaiting even a resolved import delays the request. */
  let api: typeof import("./api/routes") | undefined;

  const transfers = new Transfers(options.transfersPerNetwork);
  const getConfig = createConfigLoader();
  const transports = new WeakMap<Config, Transport>();
  const getTransport = (config: Config) => {
    const existing = transports.get(config);
    if (existing) return existing;
    const transport = new Transport({
      server: wrapServer(config.server),
      circuit: new Circuit(),
      calls: new CallsInFlight(options.callLimits),
      deadlineMs,
    });
    transports.set(config, transport);
    return transport;
  };

  // Hono's default router compiles all routes into a regular expression at an isolate's first request. That takes longer than the
  // faster matching ever saves.
  const app = new Hono<AppEnv>({ router: new TrieRouter() })
    .use(drainBody(clientPace))
    .use(requestId())
    .use(requestLog(log))
    .use(securityHeaders())
    .use(urlLengthLimit())
    .use(redirectToHttps())
    .get("/media/*", media)
    // A missing static file, such as one of an older build: the 404 has no page, since nobody would see it.
    .on(
      ["GET", "HEAD"],
      FILE_FOLDERS.map((folder) => `/${folder}/:file{[^]+}`),
      (c) => c.body(null, 404, { "Cache-Control": "no-store" }),
    )
    .use(configuration(getConfig))
    .use(sameOrigin())
    .use(session({ buildId, getTransport, clientPace, transfers }))
    .use(burstLimit())
    .use(endedSession())
    .use(formLimit())
    // After `formLimit`, which reads the form: while it arrives it needs nothing of the backend.
    .use(loadShedding())
    .use(methodOverride())
    .all("/api/*", async (c) => {
      api ??= await import("./api/routes");
      const { context, nonce } = c.var;
      return api.handleApi(c.req.raw, { context, nonce, handleError: (error) => handleError(error, c) });
    })
    .all("*", async (c) => {
      if (isMailbox(c.req.path)) return localMailbox(c.req.raw, c.var.config.mailbox);
      if (!mayBePage(c)) throw new ServiceError("not_found", "There is nothing at this address");
      if (!PAGE_METHODS.includes(c.req.raw.method)) {
        throw new ServiceError("method_not_allowed", `A page answers ${PAGE_METHODS.join(", ")}`, {
          allowed: PAGE_METHODS,
        });
      }
      const pageRequest = { request: c.req.raw, env: c.env, context: c.var.context, nonce: c.var.nonce };
      const cached = await pages?.respond(pageRequest);
      if (cached) return cached;
      const page = await render(pageRequest);
      page.headers.set("X-Page-Cache", "bypass");
      // React Router's 405 for a page without an action lacks the required `Allow` header (RFC 9110, 15.5.6).
      if (page.status === 405) page.headers.set("Allow", "GET, HEAD");
      return page;
    })
    .onError(handleError);

  return {
    /**
     * Responds with a cached page from memory, without a log line. Everything else goes through the middleware.
     * A request that changes something runs to its end when its client hangs up: half of a password's recovery would be worse than none.
     */
    fetch(request: Request, env: Bindings, ctx: ExecutionContext): Response | Promise<Response> {
      const cached = isInsecure(request, env) || isUrlTooLong(request) ? null : pages?.fromMemory(request, env);
      if (cached) return cached;
      const response = app.fetch(request, env, ctx);
      if (!SAFE_METHODS.has(request.method)) ctx.waitUntil(Promise.resolve(response));
      return response;
    },
    /** Runs every hour. @throws {SettingsError} */
    async scheduled(_controller: ScheduledController, env: Bindings): Promise<void> {
      const [config, { sweep }] = await Promise.all([getConfig(env), import("./services/sweep/sweep")]);
      const appwrite = createAppwrite({
        config,
        transport: getTransport(config),
        requestId: crypto.randomUUID(),
        userAgent: "",
        clientAddress: "",
        guest: null,
        // No visitor can leave.
        keepGoing: () => {},
      });
      const version = await appwrite.readVersion();
      if (version) warnOfUnsupportedVersion(version, (entry) => log("warn", entry));
      await sweep(appwrite.admin, new UploadRecords(env.REVOCATIONS), log, config.public);
    },
  };
}
