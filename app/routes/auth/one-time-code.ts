// One-time codes: checking the input, and carrying a sent code through forms and reloads.

import { CODE_REQUIRED, normalizeCode } from "../../contract/typed-code";
import { loadDraft, saveDraft } from "../../forms/draft";
import { readText } from "../../forms/read-text";

/** The length of Appwrite's codes. */
const CODE_DIGITS = 6;
/** How long Appwrite's codes are valid. */
export const CODE_LIFETIME_MS = 15 * 60 * 1000;

/** A code that was mailed and is waited for. The code itself is only in the mail. */
export interface PendingCode {
  /** Sealed by the API, which needs it to check the code. */
  userId: string;
  email: string;
  /** The security phrase, which the mail shows too. */
  phrase: string;
}

/** The error of a code that was typed, as far as its format tells; null when the format is right. */
export function codeError(typed: string): string | null {
  const code = normalizeCode(typed);
  if (code === "") return CODE_REQUIRED;
  const isCode = code.length === CODE_DIGITS && /^\d+$/.test(code);
  return isCode ? null : `The code is a number of ${CODE_DIGITS} digits`;
}

/** The names of the hidden inputs for a sent code. */
const PENDING_CODE_FIELDS = ["userId", "email", "phrase"] as const;

/** The sent code in a posted form; null when there is none. */
export function readPendingCode(form: FormData): PendingCode | null {
  const [userId = "", email = "", phrase = ""] = PENDING_CODE_FIELDS.map((field) => readText(form, field));
  return userId && email ? { userId, email, phrase } : null;
}

/** The start of the message for a code that was not verified (the specification, point 8). */
export const INVALID_CODE_PREFIX = "❌ Invalid OTP: ";

/** The message for a code that was not verified. */
export function invalidCodeMessage(reason: string): string {
  return INVALID_CODE_PREFIX + reason;
}

/**
 * Stores a sent code in this tab, since phones may reload the page while somebody reads the mail. Storing the same code again does not
 * extend its validity.
 * @param form the name of the draft
 */
export function savePendingCode(form: string, sent: PendingCode, now = Date.now()): void {
  const saved = loadPendingCode(form, now);
  if (saved && PENDING_CODE_FIELDS.every((field) => saved[field] === sent[field])) return;
  saveDraft(form, { ...sent, until: String(now + CODE_LIFETIME_MS) });
}

/** The stored code of a form; null when there is none that is still valid. */
export function loadPendingCode(form: string, now = Date.now()): PendingCode | null {
  const { userId, email, phrase, until } = loadDraft(form) ?? {};
  if (typeof userId !== "string" || typeof email !== "string" || typeof phrase !== "string") return null;
  return Number(until) > now ? { userId, email, phrase } : null;
}
