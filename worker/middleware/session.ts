import type { Context, MiddlewareHandler } from "hono";
import { createAppwrite } from "../appwrite/appwrite";
import type { Transport } from "../appwrite/transport";
import type { Config } from "../config";
import { setResponseHeader } from "../http/response-header";
import { siteOrigin } from "../http/site-origin";
import { errorEntry, type LogEntry } from "../log";
import { EmailTokens } from "../services/email/email-tokens";
import { Phrases } from "../services/email/phrases";
import { Limits } from "../services/limits";
import { Revocations } from "../services/revocations";
import { FlashCookie } from "../session/flash";
import { SessionCookie } from "../session/session";
import type { AppEnv } from "./types";

export interface SessionOptions {
  buildId: string;
  /** The transport to the backend, shared by all requests of an isolate. */
  getTransport(config: Config): Transport;
}

/** Reads the cookies, creates the request's context, and sets the cookies that the request changed. */
export function session({ buildId, getTransport }: SessionOptions): MiddlewareHandler<AppEnv> {
  return async function session(c, next) {
    const { config, requestId, log } = c.var;
    const warn = (entry: LogEntry) => log("warn", entry);
    const clientAddress = c.req.header("CF-Connecting-IP") ?? "";
    const [sessionCookie, flash] = await Promise.all([
      SessionCookie.read(c.req.header("Cookie") ?? null, config.keyring),
      FlashCookie.read(c.req.raw, config.keyring),
    ]);
    const appwrite = lazy(() =>
      createAppwrite({
        config,
        transport: getTransport(config),
        requestId,
        userAgent: c.req.header("User-Agent") ?? "",
        clientAddress,
      }),
    );
    const limits = lazy(() => new Limits(c.env.ATTEMPTS, config.keyring, clientAddress));
    const revocations = lazy(() => new Revocations(c.env.REVOCATIONS));
    const emailTokens = lazy(() => new EmailTokens(c.env.EMAIL_TOKENS));
    const phrases = lazy(() => new Phrases(c.env.PHRASE_WORDS, warn));
    c.set("context", {
      requestId,
      buildId,
      origin: siteOrigin(config, c.req.url),
      config,
      session: sessionCookie,
      flash,
      get appwrite() {
        return appwrite();
      },
      get limits() {
        return limits();
      },
      get revocations() {
        return revocations();
      },
      get emailTokens() {
        return emailTokens();
      },
      get phrases() {
        return phrases();
      },
      waitUntil: (task, work) => runInBackground(c, task, work),
      warn,
    });
    await next();
    const changed = await sessionCookie.setCookie();
    // After sign-out the browser must not show a member's pages from its back/forward cache, also without JavaScript.
    if (changed && !sessionCookie.current) setResponseHeader(c, "Clear-Site-Data", '"cache"');
    for (const cookie of [changed, await flash.setCookie()]) {
      if (cookie) setResponseHeader(c, "Set-Cookie", cookie, { append: true });
    }
  };
}

/** Creates a value at its first use. Most requests are for a cached page, which needs neither Appwrite nor Durable Objects. */
function lazy<T>(create: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
}

function runInBackground(c: Context<AppEnv>, task: string, work: () => Promise<unknown>): void {
  const { log } = c.var;
  const done = work().catch((error: unknown) =>
    log("error", { event: "background task failed", task, ...errorEntry(error) }),
  );
  c.executionCtx.waitUntil(done);
}
