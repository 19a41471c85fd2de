import type { ErrorInfo } from "./error-messages";

export interface ReadApiError extends ErrorInfo {
  requestId: string | null;
}

/**
 * The API's error (`{ error: { type, message, requestId } }`) in the body of an answer, as text or parsed already; null when
 * the body is none of ours. By hand, so that no schema library goes to the browser for it.
 */
export function readApiError(body: unknown): ReadApiError | null {
  const { error } = asRecord(typeof body === "string" ? parsed(body) : body);
  const { type, message, requestId } = asRecord(error);
  if (typeof type !== "string" || typeof message !== "string") return null;
  return { type, message, requestId: typeof requestId === "string" ? requestId : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page, or a cut answer: no error of ours to read.
    return null;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
