import type { Account, Profile, ProfileFile, User } from "../../contract/account";
import { type ErrorInfo, errorMessage } from "../../lib/error-messages";

/** What the dashboard learns about a member from the backend. A failure is never taken for a guest, nor for a missing profile. */
export type AccountState =
  | { kind: "member"; user: User; profile: Profile | null }
  /** The cookie's session is dead. */
  | { kind: "ended" }
  | { kind: "failed"; message: string };

const FALLBACK = "Something went wrong on our side. Try again.";

export function toAccountState(answer: { ok: true; data: Account } | { ok: false; error: ErrorInfo }): AccountState {
  if (!answer.ok) return { kind: "failed", message: errorMessage(answer.error, FALLBACK) };
  const { user, profile } = answer.data;
  return user ? { kind: "member", user, profile } : { kind: "ended" };
}

/** What the dashboard learns about the member's file; a failure leaves the file where it is, only its name is not known. */
export type FileState = { kind: "known"; file: ProfileFile | null } | { kind: "failed" };

export function toFileState(
  answer: { ok: true; data: { file: ProfileFile | null } } | { ok: false; error: ErrorInfo },
): FileState {
  return answer.ok ? { kind: "known", file: answer.data.file } : { kind: "failed" };
}
