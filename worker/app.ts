import { createRequestHandler } from "@react-router/cloudflare";
import { Hono } from "hono";
import { RouterContextProvider, type ServerBuild } from "react-router";
import { apiContext, flashContext, memberContext, nonceContext, publicConfigContext, wholeContext } from "../app/context";

export function createApp({ build }: { build: ServerBuild }) {
  const app = new Hono<{ Bindings: Record<string, unknown> }>();
  const handler = createRequestHandler({
    build,
    mode: import.meta.env.MODE,
    getLoadContext: () => {
      const provider = new RouterContextProvider();
      provider.set(memberContext, null);
      provider.set(nonceContext, "dev");
      provider.set(wholeContext, false);
      provider.set(flashContext, { leave() {}, take: () => null });
      provider.set(publicConfigContext, { fileMaxBytes: 30_000_000, emailVerifiedAtSignUp: true, socialLinks: {}, hasMailbox: true });
      provider.set(apiContext, { fetch: async () => new Response("{}") });
      return provider;
    },
  });
  app.all("*", (c) => handler({ request: c.req.raw, env: c.env, waitUntil() {}, passThroughOnException() {}, next: async () => new Response(), functionPath: "", params: {}, data: {} } as never) as never);
  return app;
}
