import type { Account, Profile, ProfileFile, User } from "../../contract/account";
import { type ErrorInfo, errorMessage } from "../../lib/error-messages";

/** What the dashboard learns about a member from the backend. A failure is never taken for a guest, nor for a missing profile. */
export type AccountState =
  | { kind: "member"; user: User; profile: Profile | null }
  /** The cookie's session is dead. */
  | { kind: "ended" }
  | { kind: "failed"; message: string };

const FALLBACK = "Something went wrong on our side. Try again.";

export function toAccountState(result: { ok: true; data: Account } | { ok: false; error: ErrorInfo }): AccountState {
  if (!result.ok) return { kind: "failed", message: errorMessage(result.error, FALLBACK) };
  const { user, profile } = result.data;
  return user ? { kind: "member", user, profile } : { kind: "ended" };
}

/** What the dashboard learns about the member's file; a failure leaves the file where it is, only its name is not known. */
export type FileState = { kind: "known"; file: ProfileFile | null } | { kind: "failed" };

export function toFileState(
  result: { ok: true; data: { file: ProfileFile | null } } | { ok: false; error: ErrorInfo },
): FileState {
  return result.ok ? { kind: "known", file: result.data.file } : { kind: "failed" };
}
