// Runs the checks before a handler, in order: size, origin and project, caller, scope, second factor, rate limit, guests only.
import { Hono } from "hono";
import { accountRoutes } from "../account/account";
import { requireFactors, requireRecentChallenge } from "../account/factors";
import { logEvent, logRoutes } from "../account/logs";
import { mfaRoutes } from "../account/mfa";
import { sessionRoutes } from "../account/sessions";
import { tokenRoutes } from "../account/tokens";
import type { Backend } from "../backend";
import { documentRoutes } from "../documents/documents";
import { databaseRoutes } from "../management/databases";
import { projectRoutes } from "../management/project";
import { policyRoutes } from "../project/policies";
import { PROJECT_ID } from "../project/project";
import { serviceRoutes } from "../service/service";
import { bucketRoutes } from "../storage/buckets";
import { fileRoutes } from "../storage/files";
import { listPlatformHosts } from "../store/platforms";
import { findUser } from "../store/users";
import { userMfaRoutes } from "../users/mfa";
import { userRoutes } from "../users/users";
import { isTooLarge, tooLargeResponse } from "./body";
import type { Call, Route } from "./call";
import { identify, requireScope } from "./caller";
import { AppwriteError, RejectedRequest } from "./errors";
import { collectFields } from "./fields";
import { addCorsHeaders, checkOriginAndProject, preflightResponse } from "./origin";
import { parseBody } from "./params";
import { applyRateLimit, resetRateLimit } from "./rate-limit";
import { formatWarning, parseFormat } from "./response-format";
import { UNSUPPORTED_PATHS } from "./unsupported";

const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...sessionRoutes,
  ...tokenRoutes,
  ...mfaRoutes,
  ...logRoutes,
  ...userRoutes,
  ...userMfaRoutes,
  ...documentRoutes,
  ...databaseRoutes,
  ...projectRoutes,
  ...bucketRoutes,
  ...fileRoutes,
  ...policyRoutes,
  ...serviceRoutes,
];

const NOT_FOUND_PAGE =
  '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>404 Not Found</title></head><body><h1>404</h1><p>Page not found</p></body></html>';

/** The router of `/v1`. */
export function createRouter(backend: Backend): (request: Request) => Promise<Response> {
  const app = new Hono();
  for (const route of ROUTES) {
    app.on(route.method, [...route.paths], (context) =>
      respond(backend, route, context.req.raw, (name) => context.req.param(name) ?? ""),
    );
  }
  for (const path of UNSUPPORTED_PATHS) app.all(path, (context) => respondUnsupported(backend, context.req.raw));
  app.notFound((context) => respondNotFound(backend, context.req.raw));
  return async (request) => {
    if (request.method === "OPTIONS") return preflightResponse(request.headers.get("origin"));
    if (isTooLarge(request.headers)) return tooLargeResponse();
    return app.fetch(normalizePath(request));
  };
}

/** Removes doubled and trailing slashes, which a real server accepts. */
function normalizePath(request: Request): Request {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  if (path === url.pathname) return request;
  url.pathname = path;
  return new Request(url, request);
}

async function respond(
  backend: Backend,
  route: Route,
  request: Request,
  param: (name: string) => string,
): Promise<Response> {
  const headers = new Headers();
  let response: Response;
  try {
    response = await handleCall(backend, route, request, param, headers);
  } catch (error) {
    if (error instanceof RejectedRequest) return rejectedResponse(error);
    response = errorResponse(error, backend.release.version);
  }
  for (const [name, value] of headers) response.headers.set(name, value);
  addCommonHeaders(response.headers, request, backend);
  return response;
}

async function handleCall(
  backend: Backend,
  route: Route,
  request: Request,
  param: (name: string) => string,
  headers: Headers,
): Promise<Response> {
  const url = new URL(request.url);
  const projectId = projectIdOf(request);
  const hasKey = request.headers.has("x-appwrite-key");
  checkOriginAndProject(request.headers.get("origin"), projectId, hasKey, listPlatformHosts(backend.db));
  const now = backend.clock.now();
  const caller = identify(backend, request.headers, now);
  // A call without a project addresses Appwrite's console, which has accounts but no data.
  if (projectId === null && !isAccountRoute(route)) throw new AppwriteError("general_access_forbidden");
  if (route.scope !== null) requireScope(caller, [route.scope].flat(), url.hostname);
  if (!route.acceptsMissingFactor) requireFactors(backend.db, caller);
  if (route.needsRecentChallenge) requireRecentChallenge(caller, now);
  const body = await parseBody(request);
  // The body may have taken its time. A user who was deleted meanwhile is counted and logged nowhere.
  if (caller.kind === "user" && !findUser(backend.db, caller.user.id)) throw new AppwriteError("user_unauthorized");
  const call: Call = {
    backend,
    request,
    url,
    caller,
    body,
    query: collectFields(url.searchParams),
    param,
    ip: clientAddress(request.headers),
    now,
    format: parseFormat(request.headers.get("x-appwrite-response-format")),
  };
  applyRateLimit(call, route, headers);
  if (route.isGuestOnly && caller.kind === "user") throw new AppwriteError("user_session_already_exists");
  const response = await route.handle(call);
  if (response.ok) {
    resetRateLimit(call, route);
    if (route.logEvent !== undefined && caller.kind === "user") logEvent(call, caller.user, route.logEvent);
  }
  return response;
}

/** Unknown paths and methods get an HTML page, after the same checks as any call. */
function respondNotFound(backend: Backend, request: Request): Promise<Response> {
  const route: Route = { method: "GET", paths: ["*"], scope: null, handle: notFound };
  return respond(backend, route, request, () => "");
}

/** An endpoint that Appwrite has and this server does not: an error that an SDK can read, unlike a page. */
function respondUnsupported(backend: Backend, request: Request): Promise<Response> {
  const route: Route = { method: "GET", paths: ["*"], scope: null, handle: throwRouteNotFound };
  return respond(backend, route, request, () => "");
}

function throwRouteNotFound(): never {
  throw new AppwriteError("general_route_not_found");
}

function rejectedResponse({ status }: RejectedRequest): Response {
  return status === 413 ? tooLargeResponse() : new Response(null, { status });
}

function notFound(): Response {
  return new Response(NOT_FOUND_PAGE, {
    status: 404,
    headers: { ...NO_CACHE_HEADERS, "Content-Type": "text/html; charset=UTF-8" },
  });
}

const NO_CACHE_HEADERS = { "Cache-Control": "no-cache, no-store, must-revalidate", Expires: "0", Pragma: "no-cache" };

function errorResponse(thrown: unknown, version: string): Response {
  const isKnown = thrown instanceof AppwriteError;
  if (!isKnown) {
    const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    console.error(JSON.stringify({ message: "embedded Appwrite failed", reason }));
  }
  const { message, code, type } = isKnown ? thrown : new AppwriteError("general_unknown");
  return new Response(JSON.stringify({ message, code, type, version }), {
    status: code,
    headers: { ...NO_CACHE_HEADERS, "Content-Type": "application/json; charset=UTF-8" },
  });
}

function addCommonHeaders(headers: Headers, request: Request, { db, release }: Backend): void {
  const hosts = projectIdOf(request) === PROJECT_ID ? listPlatformHosts(db) : [];
  addCorsHeaders(headers, request.headers.get("origin"), hosts);
  const requestedFormat = request.headers.get("x-appwrite-response-format");
  const warning = formatWarning(requestedFormat, parseFormat(requestedFormat), release.version);
  if (warning !== null) headers.set("X-Appwrite-Warning", warning);
  headers.set("X-Content-Type-Options", "nosniff");
  if (request.headers.get("x-forwarded-proto") === "https") {
    headers.set("Strict-Transport-Security", "max-age=10886400");
  }
}

function projectIdOf(request: Request): string | null {
  return request.headers.get("x-appwrite-project") ?? new URL(request.url).searchParams.get("project");
}

function isAccountRoute(route: Route): boolean {
  return route.paths.some((path) => path.startsWith("/v1/account") || path === "*") || route.scope === null;
}

function clientAddress(headers: Headers): string {
  const forwarded = headers.get("x-forwarded-for")?.split(",")[0]?.trim();
  return forwarded || headers.get("cf-connecting-ip") || "127.0.0.1";
}
