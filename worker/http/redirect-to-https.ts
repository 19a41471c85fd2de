import type { Bindings } from "../config";

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The redirect of a request over http to https, whatever its method. Null for a request over https, in the local environment, and on a
 * loopback address, where a production build is tried out.
 */
export function redirectToHttps({ url }: Request, env: Bindings): Response | null {
  if (!url.startsWith("http:") || env.EMBEDDED) return null;
  const target = new URL(url);
  if (LOOPBACK_HOSTS.has(target.hostname)) return null;
  target.protocol = "https:";
  return new Response(null, { status: 308, headers: { Location: target.href, "Cache-Control": "no-store" } });
}
