// The Worker's log: one JSON object a line. Never an e-mail address, a name, a token or a cookie.

export type LogEntry = Record<string, string | number | boolean | undefined>;
export type Log = (level: "info" | "warn" | "error", entry: LogEntry) => void;

/** Writes to the console, where `wrangler tail` and Workers Logs read. */
export const consoleLog: Log = (level, entry) => console[level](JSON.stringify({ level, ...entry }));

/** What a log line may say about an error. */
export function errorEntry(error: unknown): LogEntry {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: `${error.name}: ${error.message}`, stack: error.stack };
}
