// The Worker's log: one JSON object per line, or one line of text where people read it. It must not contain e-mail addresses, names,
// tokens or cookies.

export type LogEntry = Record<string, string | number | boolean | undefined>;
export type Log = (level: "info" | "warn" | "error", entry: LogEntry) => void;
type Format = (level: string, entry: LogEntry) => string;

/** One JSON object, with the time in UTC. */
export const toJson: Format = (level, entry) => JSON.stringify({ time: new Date().toISOString(), level, ...entry });

/** One line of text: what happened, then the other fields by name. A stack follows on lines of its own. */
export const toText: Format = (level, { event, method, path, status, ms, requestId: _, stack, ...rest }) => {
  const what = event === "request" ? `${method} ${path} ${status} in ${ms} ms` : event;
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [level === "info" ? "" : `${level}:`, what, ...fields, stack && `\n${stack}`].filter(Boolean).join(" ");
};

let format = toJson;

/** Sets the format of the console's log for this isolate. */
export function setLogFormat(next: Format): void {
  format = next;
}

/** Writes to the console, which `wrangler tail` and Workers Logs show. */
export const consoleLog: Log = (level, entry) => console[level](format(level, entry));

/** The fields of a log line about an error. */
export function errorEntry(error: unknown): LogEntry {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: `${error.name}: ${error.message}`, stack: error.stack };
}
