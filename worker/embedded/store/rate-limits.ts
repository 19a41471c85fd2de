// The counters of rate limits in fixed windows, in SQL, one for each route and key.
import type { Database } from "./database";

export type Counter = { hits: number; windowEnd: number };

/** The counter in the current window. Windows start at multiples of their length since 1970. */
export function readCounter(db: Database, name: string, windowSeconds: number, now: Date): Counter {
  const seconds = Math.floor(now.getTime() / 1000);
  const windowStart = seconds - (seconds % windowSeconds);
  const row = db.first<{ hits: number }>(
    "SELECT hits FROM rate_limits WHERE name = ? AND window_start = ?",
    name,
    windowStart,
  );
  return { hits: row?.hits ?? 0, windowEnd: windowStart + windowSeconds };
}

export function countHit(db: Database, name: string, windowSeconds: number, counter: Counter): void {
  db.run("DELETE FROM rate_limits WHERE window_end <= ?", counter.windowEnd - windowSeconds);
  db.run(
    "INSERT OR REPLACE INTO rate_limits (name, window_start, window_end, hits) VALUES (?, ?, ?, ?)",
    name,
    counter.windowEnd - windowSeconds,
    counter.windowEnd,
    counter.hits + 1,
  );
}

export function clearAllCounters(db: Database): void {
  db.run("DELETE FROM rate_limits");
}

export function clearCounter(db: Database, name: string): void {
  db.run("DELETE FROM rate_limits WHERE name = ?", name);
}

/** Deletes the counters whose key has one of these values: a user's id, address or session. Those of IP addresses stay. */
export function deleteCounters(db: Database, values: ReadonlySet<string>): void {
  for (const { name } of db.all<{ name: string }>("SELECT name FROM rate_limits")) {
    if (keyValues(name).some((value) => values.has(value))) clearCounter(db, name);
  }
}

/** The values in a counter's name, such as "GET /v1/account ip:203.0.113.1,user:asha". Of a path it is each part. */
function keyValues(name: string): string[] {
  const [, , ...key] = name.split(" ");
  return key
    .join(" ")
    .split(",")
    .flatMap((part) => {
      const [kind = "", ...rest] = part.split(":");
      const value = rest.join(":");
      if (kind === "ip") return [];
      return kind === "path" ? value.split("/") : [value];
    });
}
