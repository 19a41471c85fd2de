import type { ErrorInfo } from "./error-messages";

export interface ReadApiError extends ErrorInfo {
  requestId: string | null;
}

/**
 * Reads an API error (`{ error: { type, message, requestId } }`) from a response body, as text or already parsed. Null for any other
 * body. Checked by hand, since a schema library would have to be sent to the browser.
 */
export function readApiError(body: unknown): ReadApiError | null {
  const { error } = asRecord(typeof body === "string" ? parseJson(body) : body);
  const { type, message, requestId } = asRecord(error);
  if (typeof type !== "string" || typeof message !== "string") return null;
  return { type, message, requestId: typeof requestId === "string" ? requestId : null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error page of a proxy, or a truncated response.
    return null;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
