// Renders a page to a stream: at once for a browser that runs scripts, whole for one that does not.

// React's build for Node writes text straight into its buffers; the one for the edge encodes every scrap by itself, which
// costs workerd a quarter of a render.
import { renderToReadableStream } from "react-dom/server.node";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { nonceContext, wholeContext } from "./context";

/** How long deferred loader data may take before its boundary shows an error; longer than any backend deadline. */
export const streamTimeout = 15_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(nonceContext);
  const isWhole = loadContext.get(wholeContext);
  let failed = false;
  const body = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} nonce={nonce} />, {
    nonce,
    // React sends what is late and large behind its fallback even when all of it is ready; a whole page has no fallbacks.
    ...(isWhole ? { progressiveChunkSize: Number.POSITIVE_INFINITY } : {}),
    signal: request.signal,
    onError(error) {
      if (request.signal.aborted) return;
      failed = true;
      console.error("render failed", error);
    },
  });
  if (isWhole) await body.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!canBeStatic(entryContext)) headers.set("Link", preloads(entryContext));
  return new Response(body, { status: failed && status < 400 ? 500 : status, headers });
}

/** Logs what failed in a loader or an action. A form for a page that takes none is no failure: its 405 says it all. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status === 405)) return;
  // React Router wraps what it refuses itself: the reason is inside.
  const cause = isRouteErrorResponse(error) && "error" in error ? error.error : undefined;
  console.error("the page failed", cause ?? error);
}

/**
 * True for the pages that guests get as static pages, with their styles inline. Early hints are remembered by address, not by
 * visitor: those of a member's page would have every guest fetch a style sheet that nothing needs.
 */
function canBeStatic({ staticHandlerContext: { matches } }: EntryContext): boolean {
  return matches.at(-1)?.route.id.startsWith("routes/marketing/") ?? false;
}

/** What a page will surely need to be painted, for a network that sends such headers on before the page (103 Early Hints). */
function preloads({ manifest, staticHandlerContext }: EntryContext): string {
  const sheets = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []);
  // React Router tells links to one stylesheet apart by a bare "#".
  const paths = new Set(sheets.map((path) => path.replace("#", "")));
  const styles = [...paths].map((path) => `<${path}>; rel=preload; as=style`);
  return [...styles, "</fonts/bricolage.woff2>; rel=preload; as=font; crossorigin"].join(", ");
}
