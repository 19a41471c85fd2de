// Renders pages: passes the request to React Router, with its data in typed contexts.
import { createRequestHandler } from "@react-router/cloudflare";
import { isbot } from "isbot";
import { RouterContextProvider, type ServerBuild } from "react-router";
import {
  apiContext,
  disableStreamingContext,
  flashContext,
  headerMemberContext,
  memberContext,
  nonceContext,
  publicConfigContext,
} from "../../app/context";
import { type ApiClient, createApiClient } from "../api/client";
import type { Bindings } from "../config";
import type { RequestContext } from "../context";

/** The parameter of a mailed link that whoever knows can use it once. Such a page is stored nowhere, and tells its address to nobody. */
const SECRET_PARAM = "secret";

export interface PageRequest {
  request: Request;
  env: Bindings;
  context: RequestContext;
  nonce: string;
  /** True to render the complete page, without streaming behind fallbacks. */
  disableStreaming?: boolean;
}
export type RenderPage = (page: PageRequest) => Promise<Response>;

/** Passed through the Cloudflare adapter to `getLoadContext`. No request data is ever kept in module state. */
type PageData = Record<string, unknown> & {
  context: RequestContext;
  nonce: string;
  api: ApiClient;
  disableStreaming?: boolean;
};

/** Creates the renderer of a build, once per isolate. */
export function createPageRenderer(build: ServerBuild, mode: string): RenderPage {
  const handle = createRequestHandler<Bindings>({
    build,
    mode,
    getLoadContext: ({ request, context }) => createRouterContext(request, context.cloudflare.data as PageData),
  });
  return async ({ request, env, context, nonce, disableStreaming }) => {
    // `no-store`, so that on a shared device the next person cannot go back to a member's pages.
    const isPrivate = () => context.session.current !== null || context.pendingSignIn.stored !== null;
    const wasPrivate = isPrivate();
    const data: PageData = { context, nonce, disableStreaming, api: createApiClient(context) };
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
    const response = await handle(event as unknown as Parameters<typeof handle>[0]);
    const page = new Response(response.body as BodyInit | null, response as ResponseInit);
    const hasSecret = new URL(request.url).searchParams.has(SECRET_PARAM);
    const isUnstored = wasPrivate || isPrivate() || hasSecret;
    page.headers.set("Cache-Control", isUnstored ? "private, no-store" : "private, no-cache");
    // Not `no-referrer`: with it, browsers send `Origin: null` with a page's form, and React Router refuses the form.
    if (hasSecret) page.headers.set("Referrer-Policy", "same-origin");
    page.headers.append("Vary", "Cookie");
    // React Router names no character set for a page's data.
    if (page.headers.get("Content-Type") === "text/x-script") {
      page.headers.set("Content-Type", "text/x-script; charset=utf-8");
    }
    return page;
  };
}

function createRouterContext(
  request: Request,
  { context, nonce, api, disableStreaming }: PageData,
): RouterContextProvider {
  const session = context.session.current;
  const member = session && { id: session.userId, name: session.name };
  const provider = new RouterContextProvider();
  provider.set(apiContext, api);
  provider.set(memberContext, member);
  provider.set(
    headerMemberContext,
    context.isSessionEnded.then((isEnded) => (isEnded ? null : member)),
  );
  provider.set(nonceContext, nonce);
  provider.set(flashContext, context.flash);
  provider.set(publicConfigContext, context.config.public);
  provider.set(disableStreamingContext, disableStreaming ?? mustDisableStreaming(request));
  return provider;
}

/**
 * True when the page must be complete before it is sent, because the client may not run the script that inserts streamed content. Pages
 * refresh themselves with `?whole` without JavaScript; a response to a POST must show its errors.
 */
function mustDisableStreaming(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return !isRead || new URL(request.url).searchParams.has("whole") || isbot(request.headers.get("User-Agent"));
}
