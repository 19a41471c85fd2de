// Flash messages: each is shown once, on the page after a redirect. A cookie carries the kind; the page has the text.

export const FLASH_KINDS = [
  "signed-in",
  "first-proof",
  "new-user",
  "existing-user",
  "profile-saved",
  "file-saved",
  "file-deleted",
  "verification-sent",
  "name-changed",
  "phone-changed",
  "password-changed",
  "session-ended",
  "session-gone",
  "account-deleted",
] as const;
export type FlashKind = (typeof FLASH_KINDS)[number];

/** Reads and writes the one-time message cookie. */
export interface Flash {
  /** Stores a message for the next request to `path`. */
  set(kind: FlashKind, path: string): void;
  /** Reads and deletes the message for this request's path; null when there is none. */
  consume(): FlashKind | null;
}
