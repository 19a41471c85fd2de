// A form is posted in one of two ways. React Router posts it as a data request, and the page stays. Without JavaScript, or before it has
// loaded, the browser posts it as a document request, and a new page replaces the old one.
import { type ErrorInfo, errorMessage, formErrorMessage } from "../lib/error-messages";

/** True for a data request. React Router posts those to the path with `.data`; only `request.url` still has that suffix. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(".data");
}

/** The message for an error. It says that all input is kept only for a data request: a new page has lost the passwords. */
export function actionErrorMessage(request: Request, error: ErrorInfo, fallback: string): string {
  return isDataRequest(request) ? formErrorMessage(error, fallback) : errorMessage(error, fallback);
}

/**
 * The path of the redirect after a form, to a page that streams. After a document request the page must not stream: without JavaScript
 * it would have to load a second time (see `disableStreamingContext`), and the flash message would be gone by then.
 */
export function redirectPath(request: Request, path: string): string {
  return isDataRequest(request) ? path : `${path}?whole`;
}

/** The path of the redirect to the dashboard. */
export function dashboardPath(request: Request): string {
  return redirectPath(request, "/dashboard");
}

/** The path of the redirect to the dashboard after a form was refused. `finishSave` does not take it for a success: drafts are kept. */
export function refusedPath(request: Request): string {
  return isDataRequest(request) ? "/dashboard?refused" : dashboardPath(request);
}

/** The headers of a redirect after a member has left: for a document request, the browser deletes drafts and uploads, since no script does. */
export function clearStorageHeaders(request: Request): HeadersInit {
  return isDataRequest(request) ? {} : { "Clear-Site-Data": '"storage"' };
}
