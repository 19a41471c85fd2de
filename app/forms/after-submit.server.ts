// How a form was posted: by a script, which stays on the page, or as a document, which is replaced.
import { type ErrorInfo, errorMessage, formErrorMessage } from "../lib/error-messages";

/** True when React Router posted the form; it posts to the path's `.data`, which only `request.url` still has. */
export function isSentByScript(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(".data");
}

/** The words for an error that a form met. Only a script keeps the passwords, so only then nothing at all is lost. */
export function actionErrorMessage(request: Request, error: ErrorInfo, fallback: string): string {
  return isSentByScript(request) ? formErrorMessage(error, fallback) : errorMessage(error, fallback);
}

/**
 * Where a member goes after a form, to a page that streams. A form that was posted as a document comes from a browser without
 * scripts, or from one that had not loaded them: it gets the page whole, so that the one-time message stays on the page that
 * shows it.
 */
export function pageAfter(request: Request, path: string): string {
  return isSentByScript(request) ? path : `${path}?whole`;
}

/** Where a member goes after signing in or up. */
export function dashboardAfter(request: Request): string {
  return pageAfter(request, "/dashboard");
}
