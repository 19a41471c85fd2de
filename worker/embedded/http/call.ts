// What a handler gets (Call), what describes an endpoint (Route), and the responses that handlers share.
import type { Backend } from "../backend";
import type { Caller } from "./caller";
import type { Body } from "./params";

export interface Call {
  backend: Backend;
  request: Request;
  url: URL;
  caller: Caller;
  body: Body;
  /** The query string; `name[]` is an array. */
  query: Record<string, unknown>;
  /** A parameter of the route's path, such as `userId`. */
  param: (name: string) => string;
  /** The client's address. */
  ip: string;
  /** When the call arrived. */
  now: Date;
  /** The response format that the caller requested, as major * 100 + minor. */
  format: number;
}

export interface RateLimit {
  hits: number;
  windowSeconds: number;
  /** One counter for each key. The call is rejected when any of them has reached `hits`. */
  keys: ((call: Call) => string)[];
  /** Whether a successful call sets the counters to zero. */
  isResetOnSuccess?: boolean;
}

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Hono paths; those after the first are aliases. */
  paths: string[];
  /** The scope that the caller needs, or several of which one is enough; null for a public endpoint. */
  scope: string | readonly string[] | null;
  limit?: RateLimit;
  /** Whether a caller with a session is rejected, as by the endpoints that create a session. */
  isGuestOnly?: boolean;
  /** Whether a session that lacks its second factor is accepted. */
  acceptsMissingFactor?: boolean;
  /** Whether the session must have passed a challenge within the last half hour. */
  needsRecentChallenge?: boolean;
  /** What a success writes to the log of the user who calls. */
  logEvent?: string;
  handle: (call: Call) => Response | Promise<Response>;
}

export const byIp = (call: Call): string => `ip:${call.ip}`;
export const byUser = (call: Call): string => `user:${call.caller.kind === "user" ? call.caller.user.id : call.ip}`;
/** Counts calls of one path, so that `/sessions/current` and `/sessions/{id}` have a counter each. */
export const byIpAndPath = (call: Call): string => `${byIp(call)},path:${call.url.pathname}`;
export const byIpAndUser = (call: Call): string => `${byIp(call)},${byUser(call)}`;

/** Counts by a field of the body, in lower case. It runs before validation, so the value may be of any type. */
export function byField(name: string): (call: Call) => string {
  return (call) => `${name}:${String(call.body.fields[name] ?? "").toLowerCase()}`;
}

export function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json; charset=UTF-8" },
  });
}

/** 204. A real server sends a content type with it. */
export function noContent(): Response {
  return new Response(null, { status: 204, headers: { "Content-Type": "text/html" } });
}
