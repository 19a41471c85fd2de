// The order in which every call is treated: size, project and origin, caller, scope, rate limit, open session, handler.
import { Hono } from "hono";
import { accountRoutes } from "../account/account";
import { sessionRoutes } from "../account/sessions";
import { tokenRoutes } from "../account/tokens";
import type { Backend } from "../backend";
import { documentRoutes } from "../documents/documents";
import { PROJECT_ID, VERSION } from "../project/project";
import { serviceRoutes } from "../service/service";
import { storageRoutes } from "../storage/files";
import { userRoutes } from "../users/users";
import type { Call, Route } from "./call";
import { identify, requireScope } from "./caller";
import { AppwriteError } from "./errors";
import { collectFields } from "./fields";
import { addCorsHeaders, preflightResponse, requireKnownCaller } from "./origin";
import { readBody } from "./params";
import { applyLimit, resetLimit } from "./rate-limit";
import { formatWarning, parseFormat } from "./response-format";

const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...sessionRoutes,
  ...tokenRoutes,
  ...userRoutes,
  ...documentRoutes,
  ...storageRoutes,
  ...serviceRoutes,
];

export const MOST_BODY_BYTES = 12 * 1024 * 1024;
const NOT_FOUND_PAGE =
  '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>404 Not Found</title></head><body><h1>404</h1><p>Page not found</p></body></html>';

/** A router over `/v1`, for calls to `backend`. */
export function createRouter(backend: Backend): (request: Request) => Promise<Response> {
  const app = new Hono();
  for (const route of ROUTES) {
    app.on(route.method, [...route.paths], (context) =>
      answer(backend, route, context.req.raw, (name) => context.req.param(name) ?? ""),
    );
  }
  app.notFound((context) => answerUnknownRoute(backend, context.req.raw));
  return async (request) => {
    if (request.method === "OPTIONS") return preflightResponse(request.headers.get("origin"));
    if (Number(request.headers.get("content-length") ?? 0) > MOST_BODY_BYTES) {
      return new Response(null, { status: 413, headers: { Connection: "close" } });
    }
    return app.fetch(normalise(request));
  };
}

/** Paths are taken with doubled and trailing slashes, too. */
function normalise(request: Request): Request {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  if (path === url.pathname) return request;
  url.pathname = path;
  return new Request(url, request);
}

async function answer(
  backend: Backend,
  route: Route,
  request: Request,
  path: (name: string) => string,
): Promise<Response> {
  const headers = new Headers();
  let response: Response;
  try {
    response = await treat(backend, route, request, path, headers);
  } catch (error) {
    response = errorResponse(error);
  }
  for (const [name, value] of headers) response.headers.set(name, value);
  addCommonHeaders(response.headers, request);
  return response;
}

async function treat(
  backend: Backend,
  route: Route,
  request: Request,
  path: (name: string) => string,
  headers: Headers,
): Promise<Response> {
  const url = new URL(request.url);
  const projectId = projectOf(request);
  requireKnownCaller(request.headers.get("origin"), projectId, request.headers.has("x-appwrite-key"));
  const now = backend.clock.now();
  const caller = identify(backend, request.headers, now);
  // Without a project, a call goes to the console, which knows accounts but has no data.
  if (projectId === null && !isAccountRoute(route)) throw new AppwriteError("general_access_forbidden");
  if (route.scope !== null) requireScope(caller, route.scope, url.hostname);
  const call: Call = {
    backend,
    request,
    url,
    caller,
    body: await readBody(request),
    query: collectFields(url.searchParams),
    path,
    ip: clientAddress(request.headers),
    now,
    format: parseFormat(request.headers.get("x-appwrite-response-format")),
  };
  applyLimit(call, route, headers);
  if (route.isForGuests && caller.kind === "user") throw new AppwriteError("user_session_already_exists");
  const response = await route.handle(call);
  if (response.ok) resetLimit(call, route);
  return response;
}

/** An unknown route, or a method that a path does not have, is an HTML page to a known caller. */
function answerUnknownRoute(backend: Backend, request: Request): Promise<Response> {
  const route: Route = { method: "GET", paths: ["*"], scope: null, handle: notFound };
  return answer(backend, route, request, () => "");
}

function notFound(): Response {
  return new Response(NOT_FOUND_PAGE, {
    status: 404,
    headers: { ...UNCACHED, "Content-Type": "text/html; charset=UTF-8" },
  });
}

const UNCACHED = { "Cache-Control": "no-cache, no-store, must-revalidate", Expires: "0", Pragma: "no-cache" };

function errorResponse(thrown: unknown): Response {
  const isKnown = thrown instanceof AppwriteError;
  if (!isKnown) {
    const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    console.error(JSON.stringify({ message: "embedded Appwrite failed", reason }));
  }
  const { message, code, type } = isKnown ? thrown : new AppwriteError("general_unknown");
  return new Response(JSON.stringify({ message, code, type, version: VERSION }), {
    status: code,
    headers: { ...UNCACHED, "Content-Type": "application/json; charset=UTF-8" },
  });
}

function addCommonHeaders(headers: Headers, request: Request): void {
  addCorsHeaders(headers, request.headers.get("origin"), projectOf(request) === PROJECT_ID);
  const askedFormat = request.headers.get("x-appwrite-response-format");
  const warning = formatWarning(askedFormat, parseFormat(askedFormat));
  if (warning !== null) headers.set("X-Appwrite-Warning", warning);
  headers.set("X-Content-Type-Options", "nosniff");
  if (request.headers.get("x-forwarded-proto") === "https") {
    headers.set("Strict-Transport-Security", "max-age=10886400");
  }
}

function projectOf(request: Request): string | null {
  return request.headers.get("x-appwrite-project") ?? new URL(request.url).searchParams.get("project");
}

function isAccountRoute(route: Route): boolean {
  return route.paths.some((path) => path.startsWith("/v1/account") || path === "*") || route.scope === null;
}

function clientAddress(headers: Headers): string {
  const forwarded = headers.get("x-forwarded-for")?.split(",")[0]?.trim();
  return forwarded || headers.get("cf-connecting-ip") || "127.0.0.1";
}
