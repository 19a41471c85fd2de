/** A request's id in responses and logs: Cloudflare's Ray ID if there is one, since Cloudflare's own logs use it. */
export function requestIdOf({ headers }: Request): string {
  const ray = headers.get("CF-Ray");
  return ray && /^[\w-]{1,64}$/.test(ray) ? ray : crypto.randomUUID();
}
