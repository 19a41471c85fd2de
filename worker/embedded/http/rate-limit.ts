// Rate limits: fixed windows, told in headers, from which keys are exempt.
import { clearCounter, countHit, readCounter } from "../store/rate-limits";
import type { Call, Limit, Route } from "./call";
import { AppwriteError } from "./errors";

/**
 * Counts the call and writes what is left into `headers`. Every call counts, one that ends in 400 too.
 * Throws general_rate_limit_exceeded. A call by key is told the state, but neither counted nor refused.
 */
export function applyLimit(call: Call, route: Route, headers: Headers): void {
  const { limit } = route;
  if (!limit) return;
  const { db } = call.backend;
  const counters = counterNames(call, route, limit).map((name) => ({
    name,
    counter: readCounter(db, name, limit.windowSeconds, call.now),
  }));
  const hits = Math.max(...counters.map(({ counter }) => counter.hits));
  const windowEnd = Math.max(...counters.map(({ counter }) => counter.windowEnd));
  headers.set("X-RateLimit-Limit", String(limit.hits));
  headers.set("X-RateLimit-Remaining", String(Math.max(0, limit.hits - hits - 1)));
  headers.set("X-RateLimit-Reset", String(windowEnd));
  if (call.caller.kind === "key") return;
  if (hits >= limit.hits) throw new AppwriteError("general_rate_limit_exceeded");
  for (const { name, counter } of counters) countHit(db, name, limit.windowSeconds, counter);
}

/** Takes the count back where a success does so. */
export function resetLimit(call: Call, route: Route): void {
  if (!route.limit?.isResetBySuccess) return;
  for (const name of counterNames(call, route, route.limit)) clearCounter(call.backend.db, name);
}

function counterNames(call: Call, route: Route, limit: Limit): string[] {
  return limit.keys.map((key) => `${route.method} ${route.paths[0]} ${key(call)}`);
}
