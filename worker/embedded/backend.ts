// What every handler works with: the database, the file bytes, the time, the project's secrets and the realtime sockets.
import type { Clock } from "./project/clock";
import type { RealtimeEvent } from "./realtime/events";
import type { Database } from "./store/database";
import type { Settings } from "./store/settings";

export interface Backend {
  db: Database;
  files: R2Bucket;
  clock: Clock;
  settings: Settings;
  /** Tells the subscribed sockets what has been committed. */
  publish(event: RealtimeEvent): void;
}
