import type { Session } from "../../../contract/account";
import { type ErrorInfo, errorMessage } from "../../../lib/error-messages";

/** The member's sessions from the API. */
export type SessionsState =
  /** `now` is the server's time, in ISO 8601. */
  | { kind: "listed"; sessions: Session[]; now: string }
  /** The session in the cookie has ended. */
  | { kind: "ended" }
  | { kind: "failed"; message: string };

const FALLBACK = "Something went wrong on our side. Try again.";

export function toSessionsState(
  result: { ok: true; data: { sessions: Session[] } } | { ok: false; error: ErrorInfo },
  now: Date,
): SessionsState {
  if (result.ok) return { kind: "listed", sessions: result.data.sessions, now: now.toISOString() };
  if (result.error.type === "session_missing") return { kind: "ended" };
  return { kind: "failed", message: errorMessage(result.error, FALLBACK) };
}
