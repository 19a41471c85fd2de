// Renders a page: hands React Router the request, with what belongs to it in typed contexts.
import { createRequestHandler } from "@react-router/cloudflare";
import { isbot } from "isbot";
import { RouterContextProvider, type ServerBuild } from "react-router";
import {
  apiContext,
  flashContext,
  memberContext,
  nonceContext,
  publicConfigContext,
  wholeContext,
} from "../../app/context";
import { type ApiClient, createApiClient } from "../api/client";
import type { Bindings } from "../config";
import type { RequestContext } from "../context";

export interface PageRequest {
  request: Request;
  env: Bindings;
  context: RequestContext;
  nonce: string;
  /** Nothing may stream behind a fallback, whoever asks. */
  whole?: boolean;
}
export type RenderPage = (page: PageRequest) => Promise<Response>;

/** What travels with one request through the adapter; nothing of a request ever stands in module state. */
type PageData = Record<string, unknown> & { context: RequestContext; nonce: string; api: ApiClient; whole?: boolean };

/** Makes the renderer of a build; once per isolate. */
export function createPageRenderer(build: ServerBuild, mode: string): RenderPage {
  const handle = createRequestHandler<Bindings>({
    build,
    mode,
    getLoadContext: ({ request, context }) => contextOf(request, context.cloudflare.data as PageData),
  });
  return async ({ request, env, context, nonce, whole }) => {
    // What a member saw must not come back from the browser's memory to the next person at a shared device.
    const wasMember = context.session.current !== null;
    const data: PageData = { context, nonce, whole, api: createApiClient(context) };
    const event = {
      request,
      env,
      data,
      params: {},
      functionPath: "",
      waitUntil: (work: Promise<unknown>) => context.waitUntil("page", () => work),
      passThroughOnException() {},
      next: async () => new Response(null, { status: 404 }),
    };
    const answer = await handle(event as unknown as Parameters<typeof handle>[0]);
    const page = new Response(answer.body as BodyInit | null, answer as ResponseInit);
    page.headers.set("Cache-Control", wasMember || context.session.current ? "private, no-store" : "private, no-cache");
    page.headers.append("Vary", "Cookie");
    return page;
  };
}

function contextOf(request: Request, { context, nonce, api, whole }: PageData): RouterContextProvider {
  const member = context.session.current;
  const provider = new RouterContextProvider();
  provider.set(apiContext, api);
  provider.set(memberContext, member && { id: member.userId, name: member.name });
  provider.set(nonceContext, nonce);
  provider.set(flashContext, context.flash);
  provider.set(publicConfigContext, context.config.public);
  provider.set(wholeContext, whole ?? mustBeWhole(request));
  return provider;
}

/**
 * True when a page must be whole before its first byte leaves: nobody runs the script that puts late content in its
 * place. `?whole` comes from a page's own refresh without JavaScript; the answer to a POST keeps its errors.
 */
function mustBeWhole(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return !isRead || new URL(request.url).searchParams.has("whole") || isbot(request.headers.get("User-Agent"));
}
