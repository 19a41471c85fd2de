// Reads what a response says to a person.
import { ApiErrorSchema } from "../../../app/contract/error-body";
import { errorMessage } from "../../../app/lib/error-messages";
import type { Step } from "./journey";

export interface Answer {
  isGood: boolean;
  /** What the person sees, for the table. */
  words: string;
  /** The error's type; null for a success, and for a response that nobody can make sense of. */
  errorType: string | null;
}

/** Reads a response to its end. */
export async function readAnswer<Person>(step: Step<Person>, response: Response): Promise<Answer> {
  const { status } = response;
  const text = await readText(response);
  if (text === null) return { isGood: false, words: `${status}, and the file breaks off`, errorType: "broken_off" };
  const body = parseJson(text);
  const meaning = step.good[status];
  if (meaning !== undefined && (step.isGood?.(body, text) ?? true))
    return { isGood: true, words: meaning, errorType: null };
  if (step.hasNoBody) return { isGood: false, words: String(status), errorType: status >= 400 ? "no_body" : null };
  const parsed = ApiErrorSchema.safeParse(body);
  if (!parsed.success) return { isGood: false, words: `${status} ${text.slice(0, 200)}`, errorType: null };
  const { type, message } = parsed.data.error;
  const retryAfter = Number(response.headers.get("Retry-After"));
  const sentence = errorMessage({ type, message, ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }) }, "");
  return { isGood: false, words: `${status} ${type}: ${sentence}`, errorType: sentence ? type : null };
}

/** The text of a body; null when it breaks off. */
async function readText(response: Response): Promise<string | null> {
  try {
    return new TextDecoder().decode(await response.arrayBuffer());
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
