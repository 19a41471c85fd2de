// What every handler needs: database, file storage, clock, settings and realtime.
import type { Clock } from "./project/clock";
import type { Release } from "./project/release";
import type { RealtimeEvent } from "./realtime/events";
import type { Database } from "./store/database";
import type { Settings } from "./store/settings";

export interface Backend {
  db: Database;
  files: R2Bucket;
  clock: Clock;
  settings: Settings;
  /** The release of Appwrite that the server responds as. */
  release: Release;
  /** How many bytes of files the disk could still hold at that time; null for no limit. */
  freeDisk: { bytes: number; since: Date } | null;
  /** Sends a realtime event to its subscribers. Call it after the transaction. */
  publish(event: RealtimeEvent): void;
}
