// The edge API: every route below /api, its errors, and what it says to paths and methods that do not exist.
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ServiceError } from "../services/errors";
import { account } from "./account";
import { errorResponse } from "./errors";
import { files } from "./files";
import { health } from "./health";
import type { ApiEnv } from "./http";
import { profile } from "./profile";
import { sessions } from "./sessions";

/** The largest JSON body, in bytes. */
const BODY_MAX_BYTES = 64 * 1024;

const routes = new Hono<ApiEnv>()
  .route("/account/sessions", sessions)
  .route("/account", account)
  .route("/profile", profile)
  .route("/files", files)
  .route("/health", health);
export type ApiRoutes = typeof routes;

const limitBody = bodyLimit({
  maxSize: BODY_MAX_BYTES,
  onError: () => {
    throw new ServiceError("body_too_large", `A body may have at most ${BODY_MAX_BYTES} bytes`);
  },
});

export const api = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
  })
  .use((c, next) => (c.req.path.startsWith("/api/files") ? next() : limitBody(c, next)))
  .route("/", routes)
  .all("*", (c) => {
    const allowed = methodsOf(c.req.path);
    if (allowed.length === 0) throw new ServiceError("not_found", "There is nothing at this address");
    const refusal = new ServiceError("method_not_allowed", `This address answers ${allowed.join(", ")}`);
    const answer = errorResponse(refusal, c.var.scope.requestId, c.var.scope.warn);
    answer.headers.set("Allow", allowed.join(", "));
    return answer;
  });

/** The methods that some route answers at a path below /api. */
function methodsOf(path: string): string[] {
  const parts = path.replace(/^\/api/, "").split("/");
  const matches = routes.routes.filter(({ method, path: pattern }) => {
    if (method === "ALL") return false;
    const wanted = pattern.replace(/\/$/, "").split("/");
    return wanted.length === parts.length && wanted.every((part, i) => part.startsWith(":") || part === parts[i]);
  });
  return [...new Set(matches.map(({ method }) => method))];
}
