import type { Account, Profile, User } from "../../contract/account";
import { errorWords, type WordableError } from "../../lib/error-words";

/** What the dashboard learns about a member from the backend. A failure is never taken for a guest, nor for a missing profile. */
export type AccountState =
  | { kind: "member"; user: User; profile: Profile | null }
  /** The cookie's session is dead. */
  | { kind: "ended" }
  | { kind: "failed"; words: string };

const FALLBACK = "Something went wrong on our side. Try again.";

export function toAccountState(
  answer: { ok: true; data: Account } | { ok: false; error: WordableError },
): AccountState {
  if (!answer.ok) return { kind: "failed", words: errorWords(answer.error, FALLBACK) };
  const { user, profile } = answer.data;
  return user ? { kind: "member", user, profile } : { kind: "ended" };
}
