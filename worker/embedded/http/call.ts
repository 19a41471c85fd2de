// One call as a handler sees it, and the table entry (route) that says who may make it and how often.
import type { Backend } from "../backend";
import type { Caller } from "./caller";
import type { Body } from "./params";

export interface Call {
  backend: Backend;
  request: Request;
  url: URL;
  caller: Caller;
  body: Body;
  /** The query string's fields. */
  query: Record<string, unknown>;
  /** The part of the path that the route names so, such as `userId`. */
  path: (name: string) => string;
  /** The client's address. */
  ip: string;
  /** The moment the call came in; one call knows one time. */
  now: Date;
  /** The response format that the caller asked for, as major * 100 + minor. */
  format: number;
}

export interface Limit {
  hits: number;
  windowSeconds: number;
  /** What is counted apart, each under its own counter; the fullest one decides. */
  keys: ((call: Call) => string)[];
  /** Whether a success takes the count back. */
  isResetBySuccess?: boolean;
}

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Paths in Hono's notation; those after the first are aliases. */
  paths: string[];
  /** What the caller's role or key must have, or null for a public call. */
  scope: string | null;
  limit?: Limit;
  /** Whether a caller with a session is refused, as where one is opened. */
  isForGuests?: boolean;
  handle: (call: Call) => Response | Promise<Response>;
}

export const byIp = (call: Call): string => `ip:${call.ip}`;
export const byUser = (call: Call): string => `user:${call.caller.kind === "user" ? call.caller.user.id : call.ip}`;
export const byIpAndUser = (call: Call): string => `${byIp(call)},${byUser(call)}`;

/** Counts by a field of the body, in lower case, whatever its value is. */
export function byField(name: string): (call: Call) => string {
  return (call) => `${name}:${String(call.body.fields[name] ?? "").toLowerCase()}`;
}

export function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json; charset=UTF-8" },
  });
}

/** 204 as a real server sends it, with a content type and nothing behind it. */
export function noContent(): Response {
  return new Response(null, { status: 204, headers: { "Content-Type": "text/html" } });
}
