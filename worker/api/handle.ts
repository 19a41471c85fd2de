// The API as a function: the Worker calls it for requests from outside, and pages in process.
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import type { ApiVariables } from "./http";
import { api } from "./routes";

/** What a call brings along: its request's context, and how its failure is answered. */
export interface ApiCall extends ApiVariables {
  answerFailure(error: Error): Response | Promise<Response>;
}

const root = new Hono<{ Bindings: ApiCall; Variables: ApiVariables }>({ router: new TrieRouter() })
  .use(async (c, next) => {
    c.set("context", c.env.context);
    c.set("nonce", c.env.nonce);
    await next();
  })
  .route("/api", api)
  .onError((error, c) => c.env.answerFailure(error));

/** Answers a request to an address at or below /api. */
export async function handleApi(request: Request, call: ApiCall): Promise<Response> {
  return root.fetch(request, call);
}
