// The edge API: every route below /api, its errors, and what it says to paths and methods that do not exist.
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import * as z from "zod/mini";
import { ServiceError } from "../errors";
import { readWithin } from "../http/body-limit";
import { setResponseHeader } from "../http/response-header";
import { forgetMemberRecords } from "../services/account/account";
import { account } from "./account";
import { challenge } from "./challenge";
import { docsPage } from "./docs/page";
import { type ApiCall, type ApiEnv, endpoint } from "./endpoint";
import { files } from "./files";
import { health } from "./health";
import { describeApi, type Operation, operationsOf } from "./openapi";
import { profile } from "./profile";
import { realtime } from "./realtime";
import { secondFactor } from "./second-factor";
import { sessions } from "./sessions";
import { tokens } from "./tokens";

/** The largest JSON body, in bytes. */
const BODY_MAX_BYTES = 64 * 1024;

export const routes = new Hono<ApiEnv>()
  .route("/account/sessions", sessions)
  .route("/account/tokens", tokens)
  .route("/account/challenge", challenge)
  .route("/account/second-factor", secondFactor)
  .route("/account", account)
  .route("/profile", profile)
  .route("/files", files)
  .route("/realtime", realtime)
  .route("/health", health)
  .get(
    "/openapi.json",
    endpoint({
      operationId: "getOpenApi",
      summary: "Gets the description of the API in OpenAPI 3.1",
      responses: {
        200: {
          description: "The OpenAPI document",
          schema: z.looseObject({ openapi: z.literal("3.1.1") }),
          example: { openapi: "3.1.1", info: { title: "…", version: "1" }, paths: {} },
        },
      },
      errors: [],
    }),
    (c) => c.json(describeApi(operations(), c.var.context.origin), 200),
  )
  .get(
    "/docs",
    endpoint({
      operationId: "getDocs",
      summary: "Shows this page",
      responses: { 200: { description: "The page", type: "text/html" } },
      errors: [],
    }),
    (c) => docsPage(operations(), { nonce: c.var.nonce ?? "", origin: c.var.context.origin }),
  );
export type ApiRoutes = typeof routes;

/** Every operation of the API, as its routes describe it. */
export function operations(): Operation[] {
  return operationsOf(routes.routes);
}

const LIMIT = {
  bytes: BODY_MAX_BYTES,
  createError: () => new ServiceError("body_too_large", `A body may have at most ${BODY_MAX_BYTES} bytes`),
};

const api = new Hono<ApiEnv>({ router: new TrieRouter() })
  .use(async (c, next) => {
    c.set("context", c.env.context);
    c.set("nonce", c.env.nonce);
    await next();
    if (c.req.method !== "GET" && c.req.method !== "HEAD") forgetMemberRecords(c.var.context);
    setResponseHeader(c, "Cache-Control", "no-store");
    // Hono answers HEAD with the handler of GET, and drops the body: a download would wait to be read.
    if (c.req.raw.method === "HEAD") await c.res.body?.cancel();
  })
  .use(async (c, next) => {
    if (!c.req.path.startsWith("/api/files")) {
      c.req.raw = await readWithin(c.req.raw, { ...LIMIT, pace: c.var.context.clientPace });
    }
    await next();
  })
  .route("/api", routes)
  .all("*", (c) => {
    const allowed = methodsOf(c.req.path);
    if (allowed.length === 0) throw new ServiceError("not_found", "There is nothing at this address");
    throw new ServiceError("method_not_allowed", `This address answers ${allowed.join(", ")}`, { allowed });
  })
  .onError((error, c) => c.env.handleError(error));

/** Answers a request to an address at or below /api: from outside, or of a page in process. */
export async function handleApi(request: Request, call: ApiCall): Promise<Response> {
  return api.fetch(request, call);
}

/** The methods that some route answers at a path below /api. */
function methodsOf(path: string): string[] {
  const parts = path.replace(/^\/api/, "").split("/");
  const matches = operations().filter(({ path: pattern }) => {
    const wanted = pattern.split("/");
    return wanted.length === parts.length && wanted.every((part, i) => part.startsWith("{") || part === parts[i]);
  });
  return [...new Set(matches.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()])))];
}
