// Visitors of the site, each of whom asks for one thing after the other, and waits when the site tells them to.
import { setTimeout as wait } from "node:timers/promises";
import { type Person, signUpOverApi } from "../../support/people.ts";
import { signInForm, signUpForm, someone } from "./members.ts";
import { createRequest, deleteRequest, patchRequest, pdfOfSize, uploadPath } from "./uploads.ts";
import { type Answer, Connection, type RequestOptions, requestBytes } from "./wire.ts";

/** What became of the requests. */
export interface Tally {
  /** How long the answers took that were served, in milliseconds. */
  times: number[];
  /** 503 with Retry-After: the visitor is told to come back. */
  shed: number;
  /** Everything else: no answer, an error, a 503 that does not say when to come back. By its status, or "none". */
  errors: Map<string, number>;
}

function emptyTally(): Tally {
  return { times: [], shed: 0, errors: new Map() };
}

export function errorCount({ errors }: Tally): number {
  return [...errors.values()].reduce((sum, count) => sum + count, 0);
}

/** A member of the site who is signed in. */
export interface Member {
  who: Person;
  cookie: string;
}

export async function createMembers(site: { origin: string }, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let i = 0; i < count; i++) {
    const who = someone();
    members.push({ who, cookie: await signUpOverApi(site, who) });
  }
  return members;
}

/** Ends the visit: a request was not served. */
class NotServed extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super("Not served");
    this.waitMs = waitMs;
  }
}

/** Nobody comes back at the very second. */
const JITTER = 0.2;
/** The pause of a visitor whose request failed, in milliseconds. */
const ERROR_PAUSE_MS = 500;
/** A résumé of two pages. */
const FILE = pdfOfSize(300_000);

/** One visitor's browser, with a connection of its own. */
class Visitor {
  readonly #port: number;
  readonly #tally: Tally;
  #connection: Connection | null = null;

  constructor(port: number, tally: Tally) {
    this.#port = port;
    this.#tally = tally;
  }

  ask(options: RequestOptions): Promise<Answer> {
    return this.send(requestBytes(this.#port, options));
  }

  /** @throws {NotServed} */
  async send(request: Buffer): Promise<Answer> {
    let answer: Answer;
    try {
      this.#connection ??= await Connection.open(this.#port);
      answer = await this.#connection.send(request);
    } catch {
      this.close();
      return this.#fail("none");
    }
    const { status, head, ms } = answer;
    if (status < 400) {
      this.#tally.times.push(ms);
      return answer;
    }
    // The server may close a connection after an error.
    this.close();
    const seconds = Number(/^retry-after: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
    if (status !== 503 || Number.isNaN(seconds)) return this.#fail(String(status));
    this.#tally.shed += 1;
    throw new NotServed(seconds * 1000 * (1 + Math.random() * JITTER));
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }

  #fail(kind: string): never {
    const { errors } = this.#tally;
    errors.set(kind, (errors.get(kind) ?? 0) + 1);
    throw new NotServed(ERROR_PAUSE_MS);
  }
}

type Visit = (visitor: Visitor) => Promise<unknown>;

/** What visitors of one server do. */
export function visitsOf(site: { origin: string; port: number }, members: readonly Member[]) {
  const free = [...members];
  let visits = 0;
  const guest: Visit = async (visitor) => {
    for (const path of ["/", "/stories", "/stories/onion-meter", "/signup"]) await visitor.ask({ path });
  };
  const upload: Visit = async (visitor) => {
    const path = uploadPath(await visitor.send(createRequest(site.port, FILE.length)));
    await visitor.send(patchRequest(site.port, path, 0, FILE));
    await visitor.send(deleteRequest(site.port, path));
  };
  const member: Visit = async (visitor) => {
    const one = free.pop();
    // All of them are here already.
    if (!one) return guest(visitor);
    try {
      const answer = await visitor.ask(signInForm(site, one.who));
      const cookie = cookieOf(answer) ?? one.cookie;
      const headers = { Cookie: cookie, Origin: site.origin };
      const json = { ...headers, "Content-Type": "application/json" };
      await visitor.ask({ path: "/dashboard", headers });
      await visitor.ask({ path: "/settings", headers });
      visits += 1;
      const location = visits % 2 === 0 ? "Pune" : "Thane";
      await visitor.ask({ method: "PATCH", path: "/api/profile", headers: json, body: JSON.stringify({ location }) });
      await visitor.ask({ path: "/dashboard", headers });
      await visitor.ask({ method: "DELETE", path: "/api/account/sessions", headers });
    } finally {
      free.push(one);
    }
  };
  const newcomer: Visit = (visitor) => visitor.ask(signUpForm(site));
  const dashboard: Visit = async (visitor) => {
    visits += 1;
    const { cookie } = members[visits % members.length] ?? { cookie: "" };
    await visitor.ask({ path: "/dashboard", headers: { Cookie: cookie } });
  };
  const signIn: Visit = async (visitor) => {
    const one = free.pop();
    if (!one) return newcomer(visitor);
    try {
      await visitor.ask(signInForm(site, one.who));
    } finally {
      free.push(one);
    }
  };
  return { guest, member, upload, newcomer, dashboard, signIn };
}

interface Visitors {
  visits: readonly Visit[];
  visitors: number;
  forMs: number;
  /** Within which time all of them come, in milliseconds. */
  arriveWithinMs?: number;
}

/**
 * Lets visitors come until the time is over. Each makes the visits in their order, again and again, from a place of their own on.
 * @returns what became of their requests, and how long it took in seconds
 */
export async function letVisit(
  port: number,
  { visits, visitors, forMs, arriveWithinMs = 0 }: Visitors,
): Promise<{ tally: Tally; seconds: number }> {
  const tally = emptyTally();
  const started = performance.now();
  const left = () => forMs - (performance.now() - started);
  await Promise.all(
    Array.from({ length: visitors }, async (_, place) => {
      await wait((arriveWithinMs * place) / visitors);
      const visitor = new Visitor(port, tally);
      // By a step that shares no factor with the usual lengths, so that neighbours do different things.
      for (let i = place * 7; left() > 0; i++) {
        try {
          await visits[i % visits.length]?.(visitor);
        } catch (error) {
          if (!(error instanceof NotServed)) throw error;
          await wait(Math.max(0, Math.min(error.waitMs, left())));
        }
      }
      visitor.close();
    }),
  );
  return { tally, seconds: (performance.now() - started) / 1000 };
}

function cookieOf({ head }: Answer): string | null {
  const cookies = [...head.matchAll(/^set-cookie: ([^;]+)/gim)].map(([, pair]) => pair);
  return cookies.length > 0 ? cookies.join("; ") : null;
}
