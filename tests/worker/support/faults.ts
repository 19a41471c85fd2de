// Fault injection: wraps the backend's server so that chosen calls fail.
import type { AppwriteServer } from "../../../worker/appwrite/server";

/** @param forward makes the call after all. */
export type Fault = (request: Request, forward: () => Promise<Response>) => Promise<Response>;

export const refusesConnection: Fault = async () => {
  throw new TypeError("connection refused");
};

/** The call is made, and its response is lost. */
export const losesResponse: Fault = async (_, forward) => {
  await forward();
  throw new TypeError("connection reset");
};

/** Never responds; rejects when the caller aborts. */
export const neverResponds: Fault = (request) =>
  new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
  });

export const respondsWith =
  (status: number, body: string, headers: Record<string, string> = { "Content-Type": "application/json" }): Fault =>
  async () =>
    new Response(body, { status, headers });

export const failsWith = (status: number): Fault =>
  respondsWith(
    status,
    JSON.stringify({ message: "Server Error: node-3 lost its disk", code: status, type: "general_unknown" }),
  );

/** An error in Appwrite's form. */
export const rejectsWith = (status: number, type: string, message = "Rejected on purpose"): Fault =>
  respondsWith(status, JSON.stringify({ message, code: status, type, version: "1.9.6" }));

/** Appwrite without a mail server. */
export const MAIL_OFF = rejectsWith(503, "general_smtp_disabled", "SMTP disabled");

export const sendsHtml = respondsWith(200, "<html>It works!</html>", { "Content-Type": "text/html" });
export const sendsTruncatedJson = respondsWith(200, '{"$id":"6b01', { "Content-Type": "application/json" });

/** Sends half a response, then breaks the connection. */
export const cutsConnection: Fault = async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"$id":'));
      controller.error(new TypeError("connection reset"));
    },
  });
  return new Response(body, { status: 200, headers: { "Content-Type": "application/json" } });
};

/** A fault that keeps calls waiting until they are released. */
export class Hold {
  #release = () => {};
  readonly #released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });
  /** How many calls came so far. */
  count = 0;

  readonly fault: Fault = async (_, forward) => {
    this.count += 1;
    await this.#released;
    return forward();
  };

  /** Makes the calls that wait, and lets later ones through. */
  release(): void {
    this.#release();
  }
}

/** A call that is answered with 504, and carried out late: by `carryOut`. */
export class LateCall {
  #carryOut = async () => {};

  readonly fault: Fault = (request, forward) => {
    this.#carryOut = async () => {
      await forward();
    };
    return failsWith(504)(request, forward);
  };

  carryOut(): Promise<void> {
    return this.#carryOut();
  }
}

/** A Durable Object namespace that throws on every call. */
export function unreachableNamespace<Namespace>(): Namespace {
  const namespace = {
    idFromName: () => "",
    get: () => {
      throw new Error("The Durable Object is unreachable");
    },
  };
  return namespace as unknown as Namespace;
}

export class Faults {
  #rules: { match: RegExp; fault: Fault; left: number; exemptsKey?: boolean }[] = [];
  /** "METHOD /path" of every call that reached the server. */
  readonly calls: string[] = [];

  /** Applies a fault to calls whose "METHOD /path" matches: to `times` of them, or to all. */
  on(match: RegExp, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#rules.push({ match, fault, left: times });
  }

  /** Applies a fault to all calls that match, except those with the API key. */
  onCallsWithoutKey(match: RegExp, fault: Fault): void {
    this.#rules.push({ match, fault, left: Number.POSITIVE_INFINITY, exemptsKey: true });
  }

  /** Removes all faults. */
  clear(): void {
    this.#rules = [];
  }

  readonly wrap = (server: AppwriteServer): AppwriteServer => ({
    baseUrl: server.baseUrl,
    fetch: (request) => {
      const call = `${request.method} ${new URL(request.url).pathname.replace(/^\/v1/, "")}`;
      this.calls.push(call);
      const hasKey = request.headers.has("X-Appwrite-Key");
      const rule = this.#rules.find(
        ({ match, left, exemptsKey }) => left > 0 && match.test(call) && !(exemptsKey && hasKey),
      );
      if (!rule) return server.fetch(request);
      rule.left -= 1;
      return rule.fault(request, () => server.fetch(request));
    },
  });
}
