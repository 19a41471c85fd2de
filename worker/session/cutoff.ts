// Cutoffs: all of a member's sessions from before a time have ended, except one if given.
import type { SessionData } from "./session";

/** Which session is meant, and since when it is signed in, in milliseconds since 1970. */
export type StartedSession = Pick<SessionData, "sessionId" | "userId" | "startedAt">;

/** When a member's sessions were ended. */
export interface Cutoff {
  /** Those from before that time have ended. In milliseconds since 1970; 0 when none have. */
  before: number;
  /** The id of the one that goes on; null for none. */
  exceptSessionId: string | null;
}

/** True when a cutoff has ended a session. */
export function isCutOff(
  { before, exceptSessionId }: Cutoff,
  { sessionId, startedAt }: Omit<StartedSession, "userId">,
): boolean {
  return startedAt < before && sessionId !== exceptSessionId;
}
