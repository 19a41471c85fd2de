// Rate limits in fixed windows. API keys are exempt.
import { clearCounter, countHit, readCounter } from "../store/rate-limits";
import type { Call, RateLimit, Route } from "./call";
import { AppwriteError } from "./errors";

/**
 * Counts the call, also when it fails later, and sets the X-RateLimit headers. A call with an API key gets the headers,
 * but is neither counted nor rejected. Throws general_rate_limit_exceeded.
 */
export function applyRateLimit(call: Call, route: Route, headers: Headers): void {
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

/** Clears the counters of a route with `isResetOnSuccess`. */
export function resetRateLimit(call: Call, route: Route): void {
  if (!route.limit?.isResetOnSuccess) return;
  for (const name of counterNames(call, route, route.limit)) clearCounter(call.backend.db, name);
}

function counterNames(call: Call, route: Route, limit: RateLimit): string[] {
  return limit.keys.map((key) => `${route.method} ${route.paths[0]} ${key(call)}`);
}
