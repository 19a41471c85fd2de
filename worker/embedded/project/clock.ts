// The one source of the time, so that a test can move it, and the two ways in which Appwrite writes a moment.

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** `2026-11-21T12:29:27.563+00:00`, the form of every date in an answer. */
export function isoDate(date: Date): string {
  return `${date.toISOString().slice(0, -1)}+00:00`;
}

/** `2026-11-21 12:29:27.563`, which a real server lets through where it answers with what it has just written. */
export function databaseDate(iso: string): string {
  return iso.replace("T", " ").replace("+00:00", "");
}

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
