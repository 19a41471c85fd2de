// How loaders and actions reach the API: the same routes, in process, with the session of the request they serve.
import { type ApplyGlobalResponse, hc } from "hono/client";
import type { ApiErrorBody } from "../../app/contract/error-body";
import type { RequestContext } from "../context";
import { errorResponse } from "../http/error-response";
import type { ErrorStatus } from "./error-meanings";
import type { ApiRoutes } from "./routes";
import { handleApi } from "./routes";

type ErrorAnswer = { json: ApiErrorBody };
/** Any call may answer with the error body; `response.ok` tells which it is. */
type RoutesWithErrors = ApplyGlobalResponse<ApiRoutes, Record<ErrorStatus, ErrorAnswer>>;

export interface ApiClient {
  /** The typed client: `client.account.sessions.email.$post({ json })`. */
  client: ReturnType<typeof hc<RoutesWithErrors>>;
  /** Any call, by its path below /api, for what has no types: `fetch("/files", { method: "POST", headers })`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * The API for one request. Calls share its context: a session that one of them starts or ends is the session of the next,
 * and reaches the browser with the page's own headers.
 */
export function createApiClient(context: RequestContext): ApiClient {
  const handleError = (error: Error) => errorResponse(error, context.requestId, context.warn);
  const call = (request: Request) => handleApi(request, { context, handleError });
  return {
    client: hc<RoutesWithErrors>(`${context.origin}/api`, {
      fetch: (input: RequestInfo | URL, init?: RequestInit) => call(new Request(input, init)),
    }),
    fetch: (path, init) => call(new Request(`${context.origin}/api${path}`, init)),
  };
}
