import type { Context } from "hono";

/**
 * Sets or appends a header of a finished response. Hono's `c.header` copies the response each time, which loses the known length of
 * its body. A copy is only needed where headers are immutable, as in responses of `fetch` and `Response.redirect`.
 */
export function setResponseHeader(c: Context, name: string, value: string, { append = false } = {}): void {
  try {
    if (append) c.res.headers.append(name, value);
    else c.res.headers.set(name, value);
  } catch {
    c.header(name, value, { append });
  }
}
