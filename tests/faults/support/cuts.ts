// Cuts one call to the backend, in each way in which a network or a server fails. Records the calls, so that no list of them is kept.
import { inject } from "vitest";
import type { AppwriteServer } from "../../../worker/appwrite/server";

interface Cut {
  /** Ends a call. @param forward makes the call at the backend. */
  end(request: Request, forward: () => Promise<Response>): Promise<Response>;
  /** True when it lasts until the caller's deadline. */
  isStall?: boolean;
  /** True for what the transport answers with a second attempt, when the call is a read. */
  breaksConnection?: boolean;
}

const JSON_TYPE = { "Content-Type": "application/json" };

const stall = (request: Request): Promise<Response> =>
  new Promise((_, reject) => {
    const fail = () => reject(request.signal.reason);
    if (request.signal.aborted) fail();
    else request.signal.addEventListener("abort", fail);
  });

/**
 * The ways in which a call is cut, by name. "after" means that the backend has made the call, and only its response is lost; in the other
 * cases it has not.
 */
const CUTS = {
  refused: {
    end: async () => {
      throw new TypeError("connection refused");
    },
    breaksConnection: true,
  },
  "error 500": {
    end: async () => {
      const error = { message: "Server Error: node-3 lost its disk", code: 500, type: "general_unknown" };
      return Response.json(error, { status: 500 });
    },
  },
  "error 429": {
    end: async () => {
      const message = "Rate limit for the current endpoint has been exceeded. Please try again after some time.";
      const reset = String(Math.floor(Date.now() / 1000) + 60);
      return Response.json(
        { message, code: 429, type: "general_rate_limit_exceeded" },
        { status: 429, headers: { "X-RateLimit-Reset": reset } },
      );
    },
  },
  HTML: { end: async () => new Response("<html>It works!</html>", { headers: { "Content-Type": "text/html" } }) },
  "reset after": { end: async (_, forward) => breakOff(await forward()), breaksConnection: true },
  "truncated after": { end: async (_, forward) => truncate(await forward()) },
  // A gateway gave up waiting. Unlike a 500 of the backend itself, it does not say that the backend is done with the call.
  "gateway 504 after": {
    end: async (_, forward) => {
      await discard(await forward());
      const page = "<html><h1>504 Gateway Time-out</h1></html>";
      return new Response(page, { status: 504, headers: { "Content-Type": "text/html" } });
    },
  },
  "stall after": {
    end: async (request, forward) => {
      await discard(await forward());
      return stall(request);
    },
    isStall: true,
  },
} satisfies Record<string, Cut>;

export type CutName = keyof typeof CUTS;
/** The backend has not made the call. */
const NOT_MADE: readonly CutName[] = ["refused", "error 500", "error 429", "HTML"];
/** The backend has made the call, and its response is lost. */
const RESPONSE_LOST: readonly CutName[] = ["reset after", "truncated after", "gateway 504 after", "stall after"];

/**
 * The ways in which a call is cut: each one for `npm run test:faults`, and two for `npm test`, of which the backend has made the call in one.
 * @param turn from 0: calls that follow each other are cut in other ways
 */
export function cutsOf(turn: number): CutName[] {
  const kinds = [NOT_MADE, RESPONSE_LOST];
  return inject("everyCut") ? kinds.flat() : kinds.flatMap((kind) => kind[turn % kind.length] ?? []);
}

const cutOf = (name: CutName): Cut => CUTS[name];

/** True when a call that is cut like that lasts until its deadline. */
export const isStall = (name: CutName): boolean => Boolean(cutOf(name).isStall);

/** Half of the body arrives, then the connection breaks. Of a socket nothing arrives. */
async function breakOff(response: Response): Promise<Response> {
  if (response.webSocket) {
    const { 0: client, 1: server } = new WebSocketPair();
    await discard(response);
    server.accept();
    server.close(1011);
    return new Response(null, { status: 101, webSocket: client });
  }
  const bytes = await halfOf(response);
  if (!bytes) throw new TypeError("connection reset");
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
    },
    pull(controller) {
      controller.error(new TypeError("connection reset"));
    },
  });
  return new Response(body, response);
}

async function discard(response: Response): Promise<void> {
  response.webSocket?.accept();
  response.webSocket?.close(1000);
  await response.arrayBuffer();
}

/** Half of the body arrives, as if it were all of it. */
async function truncate(response: Response): Promise<Response> {
  // A connection that ends before the announced length is broken: the bytes of a file cannot be truncated unnoticed.
  if (response.webSocket || response.headers.has("Content-Disposition")) return breakOff(response);
  return new Response((await halfOf(response)) ?? "{", {
    status: response.ok ? 200 : response.status,
    headers: JSON_TYPE,
  });
}

/** The first half of a body; null for an empty one. */
async function halfOf(response: Response): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.length > 0 ? bytes.slice(0, Math.ceil(bytes.length / 2)) : null;
}

/** A call of a request, by its name and its place among the calls of that name. */
export interface CallPlace {
  /** "METHOD /path", without ids. */
  call: string;
  /** From 1. */
  nth: number;
  /** True when the response did not wait for it. */
  isInBackground: boolean;
}

/** Watches the calls of one request, and of what it leaves in the background, and cuts one of them. */
export class CallCutter {
  readonly places: CallPlace[] = [];
  /** The `X-Request-Id` of every call. */
  readonly requestIds = new Set<string>();
  /** How many calls were cut. */
  cutCalls = 0;
  /** How many calls ended by their deadline, after they had begun when another one had ended like that, before the request had its response. */
  repeatedStalls = 0;
  #hasStalled = false;
  #isResponded = false;
  readonly #target: { place: CallPlace; cut: CutName } | null;

  /** @param target the call to cut, and how; null to record only. */
  constructor(target: { place: CallPlace; cut: CutName } | null) {
    this.#target = target;
  }

  /** The request has its response: what follows is background work. */
  noteResponse(): void {
    this.#isResponded = true;
  }

  call(request: Request, server: AppwriteServer): Promise<Response> {
    const call = nameOf(request);
    const nth = this.places.filter((place) => place.call === call).length + 1;
    this.places.push({ call, nth, isInBackground: this.#isResponded });
    this.requestIds.add(request.headers.get("X-Request-Id") ?? "");
    if (!this.#target || !this.#isCut(this.#target, { call, nth })) return server.fetch(request);
    this.cutCalls += 1;
    return this.#cut(request, cutOf(this.#target.cut), () => server.fetch(request));
  }

  /** The backend fails from that call on until the request has its response. A background task finds it healthy with its next attempt. */
  #isCut({ place, cut }: { place: CallPlace; cut: CutName }, { call, nth }: Pick<CallPlace, "call" | "nth">): boolean {
    if (call !== place.call || nth < place.nth) return false;
    const isRetriedAtOnce = call.startsWith("GET ") && cutOf(cut).breaksConnection;
    return !this.#isResponded || nth <= place.nth + (isRetriedAtOnce ? 1 : 0);
  }

  async #cut(request: Request, { end, isStall }: Cut, forward: () => Promise<Response>): Promise<Response> {
    const isRepeated = this.#hasStalled;
    try {
      return await end(request, forward);
    } finally {
      if (isStall && isRepeated && !this.#isResponded) this.repeatedStalls += 1;
      this.#hasStalled ||= Boolean(isStall);
    }
  }
}

/** A call's name, the same for every member. */
function nameOf({ method, url }: Request): string {
  const path = new URL(url).pathname
    .replace(/^\/v1/, "")
    .replace(/^\/tablesdb\/\w+\/tables\/\w+/, "…")
    .replace(/^\/storage\/buckets\/\w+/, "…")
    .replace(/\/[0-9a-f]{20}(?=\/|$)/g, "/{id}");
  return `${method} ${path}`;
}
