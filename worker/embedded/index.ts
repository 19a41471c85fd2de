// The embedded Appwrite: a Durable Object that responds like a real Appwrite server on `/v1`, and shows its e-mails.
import { DurableObject } from "cloudflare:workers";
import type { Backend } from "./backend";
import { createRouter } from "./http/router";
import { refuseForeign } from "./mailbox/access";
import { mailboxJson, mailboxPage } from "./mailbox/mailbox";
import { ensureProductProject } from "./management/product";
import { type Clock, systemClock } from "./project/clock";
import { findRelease } from "./project/release";
import { Sockets } from "./realtime/sockets";
import { Database } from "./store/database";
import { clearAllCounters } from "./store/rate-limits";
import { loadSettings } from "./store/settings";

export interface EmbeddedEnv extends Pick<Cloudflare.LocalEnv, "EMBEDDED_FILES"> {
  /** Set by the options of the standalone server. */
  EMBEDDED_RELEASE?: string;
  /** JSON of `{ bytes, since }`. */
  EMBEDDED_FREE_DISK?: string;
  /** "true" for a project without database and bucket, to set one up. */
  EMBEDDED_EMPTY?: string;
  /** What the proxy in front of the server sends with each request. Without it there is no proxy. */
  EMBEDDED_PROXY_TOKEN?: string;
}

export class EmbeddedAppwrite extends DurableObject<EmbeddedEnv> {
  /** Tests replace it. */
  clock: Clock = systemClock;
  readonly #backend: Backend;
  readonly #sockets: Sockets;
  readonly #route: (request: Request) => Promise<Response>;

  constructor(state: DurableObjectState, env: EmbeddedEnv) {
    super(state, env);
    const db = new Database(state.storage);
    const sockets = new Sockets(state);
    const clock: Clock = { now: () => this.clock.now() };
    if (env.EMBEDDED_EMPTY !== "true") ensureProductProject(db, clock.now());
    this.#sockets = sockets;
    this.#backend = {
      db,
      files: env.EMBEDDED_FILES,
      clock,
      settings: loadSettings(db),
      release: findRelease(env.EMBEDDED_RELEASE),
      freeDisk: parseFreeDisk(env.EMBEDDED_FREE_DISK),
      publish: (event) => sockets.publish(event, clock.now()),
    };
    this.#route = createRouter(this.#backend);
  }

  /**
   * Serves `/v1/…`, the settings, the mailbox and `DELETE /__rate-limits`. The settings and the mailbox give access to
   * all accounts and must stay private.
   */
  override async fetch(request: Request): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case "/__embedded/settings":
        return this.#settingsResponse();
      case "/__mailbox":
        return refuseForeign(request, this.env.EMBEDDED_PROXY_TOKEN) ?? mailboxPage(this.#backend.db);
      case "/__mailbox.json":
        return refuseForeign(request, this.env.EMBEDDED_PROXY_TOKEN) ?? mailboxJson(this.#backend.db);
      case "/__rate-limits":
        return refuseForeign(request, this.env.EMBEDDED_PROXY_TOKEN) ?? this.#resetRateLimits(request);
      case "/v1/realtime":
        return this.#sockets.open(this.#backend, request);
      default:
        return this.#route(request);
    }
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#sockets.receive(this.#backend, socket, message);
  }

  override webSocketClose(socket: WebSocket, code: number, reason: string): void {
    // 1005 and 1006 mean that no code was received; they must not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code, reason);
  }

  #resetRateLimits({ method }: Request): Response {
    if (method !== "DELETE") return new Response("Only DELETE", { status: 405, headers: { Allow: "DELETE" } });
    clearAllCounters(this.#backend.db);
    return new Response(null, { status: 204 });
  }

  #settingsResponse(): Response {
    const { jwtSecret: _, ...settings } = this.#backend.settings;
    return Response.json(settings, { headers: { "Cache-Control": "no-store" } });
  }
}

function parseFreeDisk(json?: string): Backend["freeDisk"] {
  if (json === undefined) return null;
  const { bytes, since } = JSON.parse(json);
  return { bytes: Number(bytes), since: new Date(since) };
}
