// The log of what users did, in SQL.
import { addSeconds, isoDate } from "../project/clock";
import type { Database } from "./database";

export type LogRow = {
  event: string;
  user_id: string;
  user_email: string;
  user_name: string;
  ip: string;
  device: string;
  time: string;
};

/** How long Appwrite keeps an entry unless it is configured otherwise. */
const LOG_SECONDS = 14 * 24 * 60 * 60;

export function insertLog(
  db: Database,
  user: { id: string; email: string | null; name: string },
  entry: { event: string; ip: string; device: Record<string, string> },
  now: Date,
): void {
  db.run("DELETE FROM logs WHERE time <= ?", isoDate(addSeconds(now, -LOG_SECONDS)));
  // The user may have been deleted while the call was at work.
  db.run(
    `INSERT INTO logs (event, user_id, user_email, user_name, ip, device, time)
      SELECT ?, id, ?, ?, ?, ?, ? FROM users WHERE id = ?`,
    entry.event,
    user.email ?? "",
    user.name,
    entry.ip,
    JSON.stringify(entry.device),
    isoDate(now),
    user.id,
  );
}

/** The user's entries, newest first. */
export function listLogs(db: Database, userId: string): LogRow[] {
  return db.all<LogRow>("SELECT * FROM logs WHERE user_id = ? ORDER BY sequence DESC", userId);
}
