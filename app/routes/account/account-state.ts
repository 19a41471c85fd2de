import type { Account, Profile, ProfileFile, User } from "../../contract/account";
import { type ErrorInfo, errorMessage } from "../../lib/error-messages";

/** The account and profile from the API. An error is a state of its own, so that it is never mistaken for a guest or a missing profile. */
export type AccountState =
  | { kind: "member"; user: User; profile: Profile | null }
  /** The session in the cookie has ended. */
  | { kind: "ended" }
  /** A second factor was switched on after the member signed in, and the session lacks it. */
  | { kind: "lacks-factor" }
  | { kind: "failed"; message: string };

const FALLBACK = "Something went wrong on our side. Try again.";

export function toAccountState(result: { ok: true; data: Account } | { ok: false; error: ErrorInfo }): AccountState {
  if (!result.ok && result.error.type === "user_more_factors_required") return { kind: "lacks-factor" };
  if (!result.ok) return { kind: "failed", message: errorMessage(result.error, FALLBACK) };
  const { user, profile } = result.data;
  return user ? { kind: "member", user, profile } : { kind: "ended" };
}

/** The member's file from the API. After an error only its name and size are unknown: the profile still has its id. */
export type FileState = { kind: "known"; file: ProfileFile | null } | { kind: "failed" };

export function toFileState(
  result: { ok: true; data: { file: ProfileFile | null } } | { ok: false; error: ErrorInfo },
): FileState {
  return result.ok ? { kind: "known", file: result.data.file } : { kind: "failed" };
}
