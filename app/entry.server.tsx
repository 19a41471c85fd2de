// Renders a page to a stream. Browsers without JavaScript get it only when it is complete.

// React's build for Node writes text directly into its buffers. The build for edge runtimes encodes each piece of text separately,
// which takes a quarter of the rendering time in workerd.
import { renderToReadableStream } from "react-dom/server.node";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { disableStreamingContext, nonceContext } from "./context";

/** How long deferred loader data may take before its boundary shows an error, in milliseconds. Longer than any backend timeout. */
export const streamTimeout = 15_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(nonceContext);
  const disableStreaming = loadContext.get(disableStreamingContext);
  let failed = false;
  const body = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} nonce={nonce} />, {
    nonce,
    // React may send large content after its Suspense fallback even when it is ready; a complete page must have no fallbacks.
    ...(disableStreaming ? { progressiveChunkSize: Number.POSITIVE_INFINITY } : {}),
    signal: request.signal,
    onError(error) {
      if (request.signal.aborted) return;
      failed = true;
      console.error("render failed", error);
    },
  });
  if (disableStreaming) await body.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!canBeStatic(entryContext)) headers.set("Link", preloads(entryContext));
  return new Response(body, { status: failed && status < 400 ? 500 : status, headers });
}

/** Logs an error of a loader or an action. A form posted to a page without an action is not logged: it gets a 405. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status === 405)) return;
  // React Router wraps its own errors in a route error response.
  const cause = isRouteErrorResponse(error) && "error" in error ? error.error : undefined;
  console.error("the page failed", cause ?? error);
}

/**
 * True for the pages that guests get as static pages, with inline styles. A CDN caches early hints by URL: hints from a member's page
 * would make every guest fetch a style sheet that the static page does not use.
 */
function canBeStatic({ staticHandlerContext: { matches } }: EntryContext): boolean {
  return matches.at(-1)?.route.id.startsWith("routes/marketing/") ?? false;
}

/** The `Link` header with the style sheets and the font that the page needs. A CDN may send it ahead as 103 Early Hints. */
function preloads({ manifest, staticHandlerContext }: EntryContext): string {
  const sheets = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []);
  // React Router adds a bare "#" to style sheets, to tell equal links apart.
  const paths = new Set(sheets.map((path) => path.replace("#", "")));
  const styles = [...paths].map((path) => `<${path}>; rel=preload; as=style`);
  return [...styles, "</fonts/bricolage.woff2>; rel=preload; as=font; crossorigin"].join(", ");
}
