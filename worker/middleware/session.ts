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
  /** The connection to a deployment's backend, shared by the requests of an isolate. */
  getTransport(config: Config): Transport;
}

/** Reads the cookies, makes the request's context, which builds its parts as they are used, and writes back, once, what the request changed in them. */
export function session({ buildId, getTransport }: SessionOptions): MiddlewareHandler<AppEnv> {
  return async function session(c, next) {
    const { config, requestId, log } = c.var;
    const warn = (entry: LogEntry) => log("warn", entry);
    const clientAddress = c.req.header("CF-Connecting-IP") ?? "";
    const [sessionCookie, flash] = await Promise.all([
      SessionCookie.read(c.req.header("Cookie") ?? null, config.keyring),
      FlashCookie.read(c.req.raw, config.keyring),
    ]);
    const appwrite = lazily(() =>
      createAppwrite({
        config,
        transport: getTransport(config),
        requestId,
        userAgent: c.req.header("User-Agent") ?? "",
        clientAddress,
      }),
    );
    const limits = lazily(() => new Limits(c.env.ATTEMPTS, config.keyring, clientAddress));
    const endings = lazily(() => new Revocations(c.env.REVOCATIONS));
    const mailedSecrets = lazily(() => new EmailTokens(c.env.EMAIL_TOKENS));
    const phrases = lazily(() => new Phrases(c.env.PHRASE_WORDS, warn));
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
        return endings();
      },
      get emailTokens() {
        return mailedSecrets();
      },
      get phrases() {
        return phrases();
      },
      waitUntil: (what, work) => finishLater(c, what, work),
      warn,
    });
    await next();
    const changed = await sessionCookie.setCookie();
    // Whole pages that the browser keeps for the way back are gone with the session, also where no script of ours runs in them.
    if (changed && !sessionCookie.current) setResponseHeader(c, "Clear-Site-Data", '"cache"');
    for (const cookie of [changed, await flash.setCookie()]) {
      if (cookie) setResponseHeader(c, "Set-Cookie", cookie, { append: true });
    }
  };
}

/** Makes something when it is first asked for: most requests are for a cached page, which needs neither backend nor counters. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function finishLater(c: Context<AppEnv>, what: string, work: () => Promise<unknown>): void {
  const { log } = c.var;
  const done = work().catch((error: unknown) =>
    log("error", { event: "late work failed", what, ...errorEntry(error) }),
  );
  c.executionCtx.waitUntil(done);
}
