import type { Session } from "../../../contract/account";
import { type ErrorInfo, errorMessage } from "../../../lib/error-messages";

/** What the page learns about the member's sessions. */
export type SessionsState =
  /** `now` is the server's clock at the time, ISO 8601. */
  | { kind: "listed"; sessions: Session[]; now: string }
  /** The cookie's session is dead. */
  | { kind: "ended" }
  | { kind: "failed"; message: string };

const FALLBACK = "Something went wrong on our side. Try again.";

export function toSessionsState(
  answer: { ok: true; data: { sessions: Session[] } } | { ok: false; error: ErrorInfo },
  now: Date,
): SessionsState {
  if (answer.ok) return { kind: "listed", sessions: answer.data.sessions, now: now.toISOString() };
  if (answer.error.type === "session_missing") return { kind: "ended" };
  return { kind: "failed", message: errorMessage(answer.error, FALLBACK) };
}
