// The embedded Appwrite: one Durable Object that answers like a real Appwrite server, on `/v1`, and shows its mails.
import { DurableObject } from "cloudflare:workers";
import type { Backend } from "./backend";
import { createRouter } from "./http/router";
import { mailboxJson, mailboxPage } from "./mailbox/mailbox";
import { type Clock, systemClock } from "./project/clock";
import { Sockets } from "./realtime/sockets";
import { Database } from "./store/database";
import { ensureProductBucket } from "./store/files";
import { loadSettings } from "./store/settings";

export interface EmbeddedEnv {
  EMBEDDED_FILES: R2Bucket;
}

export class EmbeddedAppwrite extends DurableObject<EmbeddedEnv> {
  /** A test puts a clock of its own in. */
  clock: Clock = systemClock;
  readonly #backend: Backend;
  readonly #sockets: Sockets;
  readonly #route: (request: Request) => Promise<Response>;

  constructor(state: DurableObjectState, env: EmbeddedEnv) {
    super(state, env);
    const db = new Database(state.storage);
    const sockets = new Sockets(state);
    const clock: Clock = { now: () => this.clock.now() };
    ensureProductBucket(db, clock.now());
    this.#sockets = sockets;
    this.#backend = {
      db,
      files: env.EMBEDDED_FILES,
      clock,
      settings: loadSettings(db),
      publish: (event) => sockets.publish(event, clock.now()),
    };
    this.#route = createRouter(this.#backend);
  }

  /** Answers `/v1/…`, and three paths that no public path of a site may lead to: settings and the two mailbox ones. */
  override async fetch(request: Request): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case "/__embedded/settings":
        return this.#answerSettings();
      case "/__mailbox":
        return mailboxPage(this.#backend.db);
      case "/__mailbox.json":
        return mailboxJson(this.#backend.db);
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
    // 1005 and 1006 say that there was no code, and may not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code, reason);
  }

  #answerSettings(): Response {
    const { jwtSecret: _, ...settings } = this.#backend.settings;
    return Response.json(settings, { headers: { "Cache-Control": "no-store" } });
  }
}
