// The Worker's log: one JSON object per line. It must not contain e-mail addresses, names, tokens or cookies.

export type LogEntry = Record<string, string | number | boolean | undefined>;
export type Log = (level: "info" | "warn" | "error", entry: LogEntry) => void;

/** Writes to the console, which `wrangler tail` and Workers Logs show. */
export const consoleLog: Log = (level, entry) => console[level](JSON.stringify({ level, ...entry }));

/** The fields of a log line about an error. */
export function errorEntry(error: unknown): LogEntry {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: `${error.name}: ${error.message}`, stack: error.stack };
}
