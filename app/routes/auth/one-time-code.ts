// One-time codes, as the pages that ask for one handle them.
import { CODE_REQUIRED, normalizeCode } from "../../contract/codes";
import { loadDraft, saveDraft } from "../../forms/draft";

/** How many digits a code has, as Appwrite makes them. */
const CODE_DIGITS = 6;
/** How long a code holds, as Appwrite makes them. */
const CODE_LIFETIME_MS = 15 * 60 * 1000;

/** A code that was mailed: what it takes to verify it, and what the page says of it. */
export interface SentCode {
  userId: string;
  email: string;
  /** Two words that the mail has to show as well. */
  phrase: string;
}

/** What is wrong with a code before anybody is asked; null when nothing is. */
export function codeError(typed: string): string | null {
  const code = normalizeCode(typed);
  if (code === "") return CODE_REQUIRED;
  const isCode = code.length === CODE_DIGITS && /^\d+$/.test(code);
  return isCode ? null : `The code is a number of ${CODE_DIGITS} digits`;
}

/** The names of the hidden fields that carry a sent code through a form. */
const PARTS = ["userId", "email", "phrase"] as const;

/** The sent code that a posted form is about; null when it carries none. */
export function readSentCode(form: FormData): SentCode | null {
  const [userId = "", email = "", phrase = ""] = PARTS.map((part) => String(form.get(part) ?? ""));
  return userId && email ? { userId, email, phrase } : null;
}

/** How the message for a code begins that was sent in and not verified (the specification, point 8). */
export const INVALID_CODE = "❌ Invalid OTP: ";

/** The message for a code that was sent in and not verified, for whatever reason. */
export function invalidCode(reason: string): string {
  return INVALID_CODE + reason;
}

/**
 * Keeps a sent code in this tab, since phones reload a page while its mail is read. One that is kept already keeps its time.
 * @param form the name of the form that asks for it
 */
export function saveSentCode(form: string, sent: SentCode, now = Date.now()): void {
  const saved = loadSentCode(form, now);
  if (saved && PARTS.every((part) => saved[part] === sent[part])) return;
  saveDraft(form, { ...sent, until: String(now + CODE_LIFETIME_MS) });
}

/** The code that was sent for this form and still holds; null when there is none. */
export function loadSentCode(form: string, now = Date.now()): SentCode | null {
  const { userId, email, phrase, until } = loadDraft(form) ?? {};
  if (typeof userId !== "string" || typeof email !== "string" || typeof phrase !== "string") return null;
  return Number(until) > now ? { userId, email, phrase } : null;
}
