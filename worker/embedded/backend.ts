// What every handler needs: database, file storage, clock, settings and realtime.
import type { Clock } from "./project/clock";
import type { RealtimeEvent } from "./realtime/events";
import type { Database } from "./store/database";
import type { Settings } from "./store/settings";

export interface Backend {
  db: Database;
  files: R2Bucket;
  clock: Clock;
  settings: Settings;
  /** Sends a realtime event to its subscribers. Call it after the transaction. */
  publish(event: RealtimeEvent): void;
}
