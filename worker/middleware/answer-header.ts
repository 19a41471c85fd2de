import type { Context } from "hono";

/**
 * Sets a header of an answer that is finished. Hono's own `header` makes a new answer for each of them, since those that a fetch
 * brings cannot be changed; all others can, and keep the length of their body with that.
 */
export function setAnswerHeader(c: Context, name: string, value: string): void {
  try {
    c.res.headers.set(name, value);
  } catch {
    c.header(name, value);
  }
}
