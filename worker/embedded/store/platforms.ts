// The project's web platforms, in SQL: the hosts that browsers may call from, and that links in e-mails may lead to.
import { isoDate } from "../project/clock";
import type { Database } from "./database";

export type Platform = { id: string; name: string; hostname: string; created_at: string; updated_at: string };

export function listPlatforms(db: Database): Platform[] {
  return db.all<Platform>("SELECT id, name, hostname, created_at, updated_at FROM platforms ORDER BY sequence");
}

export function listPlatformHosts(db: Database): string[] {
  return listPlatforms(db).map(({ hostname }) => hostname);
}

/** Adds a platform. Returns null when the id is taken. */
export function insertPlatform(
  db: Database,
  { id, name, hostname }: Pick<Platform, "id" | "name" | "hostname">,
  now: Date,
): Platform | null {
  if (listPlatforms(db).some((platform) => platform.id === id)) return null;
  const dates = { created_at: isoDate(now), updated_at: isoDate(now) };
  db.run(
    "INSERT INTO platforms (id, name, hostname, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
    id,
    name,
    hostname,
    dates.created_at,
    dates.updated_at,
  );
  return { id, name, hostname, ...dates };
}
