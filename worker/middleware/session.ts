import type { Context, MiddlewareHandler } from "hono";
import { createAppwrite } from "../appwrite/appwrite";
import type { Transport } from "../appwrite/transport";
import type { Config } from "../config";
import type { PaceLimits } from "../http/client-pace";
import { networkOf } from "../http/network-of";
import { setResponseHeader } from "../http/response-header";
import { siteOrigin } from "../http/site-origin";
import type { Transfers } from "../http/transfers";
import { errorEntry, type LogEntry } from "../log";
import { AccountChangeRecords } from "../services/account/account-change-records";
import { EmailTokens } from "../services/email/email-tokens";
import { Phrases } from "../services/email/phrases";
import { PendingUploads } from "../services/files/pending-uploads";
import { UploadRecords } from "../services/files/upload-records";
import { Limits } from "../services/limits";
import { Revocations } from "../services/revocations";
import { DeviceCookie } from "../session/device";
import { FlashCookie } from "../session/flash";
import { PendingSignInCookie } from "../session/pending-sign-in";
import { SessionCookie } from "../session/session";
import type { AppEnv } from "./types";

export interface SessionOptions {
  buildId: string;
  /** The transport to the backend, shared by all requests of an isolate. */
  getTransport(config: Config): Transport;
  clientPace: PaceLimits;
  /** Shared by all requests of an isolate. */
  transfers: Transfers;
}

/** Reads the cookies, creates the request's context, and sets the cookies that the request changed. */
export function session({ buildId, getTransport, clientPace, transfers }: SessionOptions): MiddlewareHandler<AppEnv> {
  return async function session(c, next) {
    const arrivedAt = Date.now();
    const { config, requestId, log } = c.var;
    const warn = (entry: LogEntry) => log("warn", entry);
    const clientAddress = c.req.header("CF-Connecting-IP") ?? "";
    const network = networkOf(clientAddress);
    const cookies = c.req.header("Cookie") ?? null;
    const [sessionCookie, pendingSignIn, device, flash] = await Promise.all([
      SessionCookie.read(cookies, config.keyring),
      PendingSignInCookie.read(cookies, config.keyring),
      DeviceCookie.read(cookies, config.keyring),
      FlashCookie.read(c.req.raw, config.keyring),
    ]);
    const appwrite = lazy(() =>
      createAppwrite({
        config,
        transport: getTransport(config),
        requestId,
        userAgent: c.req.header("User-Agent") ?? "",
        clientAddress,
        guest: sessionCookie.current ? null : network || null,
        keepGoing: (work) => c.executionCtx.waitUntil(work),
      }),
    );
    const limits = lazy(() => new Limits(c.env.ATTEMPTS, config.keyring, { clientAddress, device }, warn));
    const revocations = lazy(() => new Revocations(c.env.REVOCATIONS));
    const accountChanges = lazy(() => new AccountChangeRecords(c.env.ACCOUNT_CHANGES));
    const uploads = lazy(() => new UploadRecords(c.env.REVOCATIONS));
    const pendingUploads = lazy(() => new PendingUploads(c.env.PENDING_UPLOADS));
    const emailTokens = lazy(() => new EmailTokens(c.env.EMAIL_TOKENS));
    const phrases = lazy(() => new Phrases(c.env.PHRASE_WORDS, warn));
    c.set("context", {
      requestId,
      arrivedAt,
      buildId,
      origin: siteOrigin(config, c.req.url),
      config,
      session: sessionCookie,
      isSessionEnded: Promise.resolve(false),
      pendingSignIn,
      device,
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
      get accountChanges() {
        return accountChanges();
      },
      get uploads() {
        return uploads();
      },
      get pendingUploads() {
        return pendingUploads();
      },
      get emailTokens() {
        return emailTokens();
      },
      get phrases() {
        return phrases();
      },
      waitUntil: (task, work) => runInBackground(c, task, work),
      warn,
      clientPace,
      network,
      beginTransfer: () => transfers.begin(network),
      secondsUntilTransfer: () => transfers.secondsUntilPlace(network),
    });
    await next();
    const changed = await sessionCookie.setCookie();
    // After sign-out the browser must not show a member's pages from its back/forward cache, also without JavaScript.
    if (changed && !sessionCookie.current) setResponseHeader(c, "Clear-Site-Data", '"cache"', { append: true });
    const others = await Promise.all([pendingSignIn.setCookie(), device.setCookie(), flash.setCookie()]);
    for (const cookie of [changed, ...others]) {
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
