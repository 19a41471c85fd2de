// The clock, which tests can replace, and Appwrite's two date formats.

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** `2026-11-21T12:29:27.563+00:00`, as in most responses. */
export function isoDate(date: Date): string {
  return `${date.toISOString().slice(0, -1)}+00:00`;
}

/** `2026-11-21 12:29:27.563`, as in responses that contain a value just written to the database. */
export function databaseDate(iso: string): string {
  return iso.replace("T", " ").replace("+00:00", "");
}

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
