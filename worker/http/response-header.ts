import type { Context } from "hono";

/**
 * Sets a header of an answer that is finished, or adds one beside others of its name. Hono's own `header` makes a new answer for
 * each of them, since the headers of some cannot be changed: those that a fetch or `Response.redirect` made. All others can, and
 * keep the length of their body with that.
 */
export function setResponseHeader(c: Context, name: string, value: string, { append = false } = {}): void {
  try {
    if (append) c.res.headers.append(name, value);
    else c.res.headers.set(name, value);
  } catch {
    c.header(name, value, { append });
  }
}
