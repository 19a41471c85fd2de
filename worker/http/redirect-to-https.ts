import type { Bindings } from "../config";
import { ServiceError } from "../services/errors";
import { DENY_ALL } from "./content-security-policy";
import { errorResponse } from "./error-response";

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What programs call, rather than a browser by an address that somebody opened. */
const FOR_PROGRAMS = /^\/api\/(?!docs$)/;

/**
 * The answer to a request over http: a redirect to https, whatever its method. The API refuses instead: a redirected program would go on to
 * send passwords in the clear without notice. Null for a request over https, in the local environment, and on a loopback address, where a
 * production build is tried out.
 */
export function redirectToHttps({ url }: Request, env: Bindings): Response | null {
  if (!url.startsWith("http:") || env.EMBEDDED) return null;
  const target = new URL(url);
  if (LOOPBACK_HOSTS.has(target.hostname)) return null;
  if (FOR_PROGRAMS.test(target.pathname)) {
    const error = new ServiceError("forbidden", "The API is served over https only");
    return withHeaders(errorResponse(error, crypto.randomUUID(), () => {}));
  }
  target.protocol = "https:";
  const headers = { Location: target.href, "Cache-Control": "no-store" };
  return withHeaders(new Response(null, { status: 308, headers }));
}

/** Adds the security headers that mean something over http. */
function withHeaders(response: Response): Response {
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("Content-Security-Policy", DENY_ALL);
  return response;
}
