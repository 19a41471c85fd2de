import type { MiddlewareHandler } from "hono";
import type { RequestContext } from "../context";
import { errorEntry } from "../log";
import type { SessionData } from "../session/session";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

/** The pages that ask Appwrite about the session themselves. */
export const MEMBER_PAGES = /^\/(dashboard|profile|settings)(\/|\.data$|$)/;
/** How long an answer is kept, in milliseconds: so long may a public page show the name of somebody who has logged out. */
const CHECK_MS = 60_000;
/** How many answers an isolate keeps. */
const CHECKS_MAX = 1_000;

/** Whether sessions have ended, by their id, the oldest answer first. */
const checks = new Map<string, { hasEnded: boolean; until: number }>();

/**
 * Makes a guest of somebody who has logged out, when the cookie comes again to a public page. Those pages know the member from the cookie
 * alone. A log-out made at Appwrite itself is not noticed here. Must run after `session`.
 */
export function endedSession(): MiddlewareHandler<AppEnv> {
  return async function endedSession(c, next) {
    const { context } = c.var;
    const session = context.session.current;
    const isPublic = !isApi(c.req.path) && !MEMBER_PAGES.test(c.req.path);
    if (session && isPublic && (await hasEnded(context, session))) context.session.clear();
    await next();
  };
}

async function hasEnded(context: RequestContext, session: SessionData): Promise<boolean> {
  const known = checks.get(session.sessionId);
  if (known && known.until > Date.now()) return known.hasEnded;
  try {
    const hasEnded = await context.revocations.hasSignedOut(session);
    checks.delete(session.sessionId);
    checks.set(session.sessionId, { hasEnded, until: Date.now() + CHECK_MS });
    const [oldest] = checks.keys();
    if (checks.size > CHECKS_MAX && oldest !== undefined) checks.delete(oldest);
    return hasEnded;
  } catch (error) {
    context.warn({ event: "session not checked", ...errorEntry(error) });
    return false;
  }
}
