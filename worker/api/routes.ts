// The edge API: every route below /api, its errors, and what it says to paths and methods that do not exist.
import { Hono } from "hono";
import { type BodyLimit, withinLimit } from "../http/body-limit";
import { setResponseHeader } from "../http/response-header";
import { ServiceError } from "../services/errors";
import { account } from "./account";
import { docsPage } from "./docs-page";
import { files } from "./files";
import { health } from "./health";
import type { ApiEnv } from "./http";
import { describeApi } from "./openapi";
import { profile } from "./profile";
import { sessions } from "./sessions";
import { tokens } from "./tokens";

/** The largest JSON body, in bytes. */
const BODY_MAX_BYTES = 64 * 1024;

const routes = new Hono<ApiEnv>()
  .route("/account/sessions", sessions)
  .route("/account/tokens", tokens)
  .route("/account", account)
  .route("/profile", profile)
  .route("/files", files)
  .route("/health", health)
  .get("/openapi.json", (c) => c.json(describeApi(c.var.context.origin), 200))
  .get("/docs", (c) => docsPage(c.var.nonce ?? ""));
export type ApiRoutes = typeof routes;

const LIMIT: BodyLimit = {
  bytes: BODY_MAX_BYTES,
  refusal: () => new ServiceError("body_too_large", `A body may have at most ${BODY_MAX_BYTES} bytes`),
};

export const api = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next();
    setResponseHeader(c, "Cache-Control", "no-store");
  })
  .use(async (c, next) => {
    if (!c.req.path.startsWith("/api/files")) c.req.raw = await withinLimit(c.req.raw, LIMIT);
    await next();
  })
  .route("/", routes)
  .all("*", (c) => {
    const allowed = methodsOf(c.req.path);
    if (allowed.length === 0) throw new ServiceError("not_found", "There is nothing at this address");
    throw new ServiceError("method_not_allowed", `This address answers ${allowed.join(", ")}`, { allowed });
  });

/** Hono registers HEAD as GET. An upload answers HEAD alone; its file is at /content. */
const HEAD_ALONE = "/files/:id";

/** The methods that some route answers at a path below /api. */
function methodsOf(path: string): string[] {
  const parts = path.replace(/^\/api/, "").split("/");
  const matches = routes.routes.filter(({ method, path: pattern }) => {
    if (method === "ALL") return false;
    const wanted = pattern.replace(/\/$/, "").split("/");
    return wanted.length === parts.length && wanted.every((part, i) => part.startsWith(":") || part === parts[i]);
  });
  const methods = matches.flatMap(({ method, path: pattern }) => {
    if (method !== "GET") return [method];
    return pattern === HEAD_ALONE ? ["HEAD"] : ["GET", "HEAD"];
  });
  return [...new Set(methods)];
}
