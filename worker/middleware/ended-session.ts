import type { MiddlewareHandler } from "hono";
import type { RequestContext } from "../context";
import { errorEntry } from "../log";
import { isMemberPage } from "../pages/member-pages";
import type { SessionData } from "../session/session";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

/** How long an answer is kept, in milliseconds: so long may a public page show the name after the session has ended. */
const CHECK_MS = 60_000;
/** How many answers an isolate keeps. */
const CHECKS_MAX = 1_000;

/** Whether sessions have ended, by their id, the oldest answer first. */
const checks = new Map<string, { hasEnded: boolean; until: number }>();

/**
 * Keeps pages from showing the name of somebody whose session this site has ended, here or from another device. The end of a session at
 * Appwrite itself is not noticed here. Must run after `session`.
 *
 * A public page knows the member from the cookie alone: it waits for the answer, and is a guest's when the session has ended. A member page
 * asks Appwrite for the account and says why the session is over. Its loaders run meanwhile: only the root's, which has the header's name,
 * waits for the answer, which is never an old one.
 */
export function endedSession(): MiddlewareHandler<AppEnv> {
  return async function endedSession(c, next) {
    const { context } = c.var;
    const session = context.session.current;
    if (session && !isApi(c.req.path)) {
      if (isMemberPage(c.req.path)) context.isSessionEnded = askWhetherEnded(context, session);
      else if (await hasEnded(context, session)) context.session.clear();
    }
    await next();
  };
}

function hasEnded(context: RequestContext, session: SessionData): Promise<boolean> {
  const known = checks.get(session.sessionId);
  return known && known.until > Date.now() ? Promise.resolve(known.hasEnded) : askWhetherEnded(context, session);
}

async function askWhetherEnded(context: RequestContext, session: SessionData): Promise<boolean> {
  try {
    const hasEnded = await context.revocations.isSessionRevoked(session);
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
