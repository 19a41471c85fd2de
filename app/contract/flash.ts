// Flash messages: each is shown once, on the page after a redirect. A cookie carries the kind; the page has the text.

export const FLASH_KINDS = [
  "signed-in",
  "first-proof",
  "new-user",
  "existing-user",
  "existing-account",
  "factor-mail-sent",
  "recovery-codes-left-0",
  "recovery-codes-left-1",
  "recovery-codes-left-2",
  "recovery-codes-left-3",
  "recovery-codes-left-4",
  "recovery-codes-left-5",
  "profile-saved",
  "profile-unchanged",
  "other-member",
  "signed-in-already",
  "file-saved",
  "file-deleted",
  "verification-sent",
  "name-changed",
  "phone-changed",
  "password-changed",
  "session-ended",
  "session-gone",
  "two-step-on",
  "two-step-off",
  "account-deleted",
] as const;
export type FlashKind = (typeof FLASH_KINDS)[number];

/** The message after a sign-in with a recovery code. An account has six of them, so at most five are left. */
export function recoveryCodesLeftKind(count: number): FlashKind {
  return FLASH_KINDS.find((kind) => kind === `recovery-codes-left-${count}`) ?? "signed-in";
}

/** The number of recovery codes that a message is about; null for any other message. */
export function recoveryCodesLeft(kind: FlashKind): number | null {
  const count = /^recovery-codes-left-(\d)$/.exec(kind)?.[1];
  return count === undefined ? null : Number(count);
}

/** Reads and writes the one-time message cookie. */
export interface Flash {
  /** Stores a message for the next request to `path`. */
  set(kind: FlashKind, path: string): void;
  /** Reads and deletes the message for this request's path; null when there is none. */
  consume(): FlashKind | null;
}
