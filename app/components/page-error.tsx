// The error page: what happened, what it means for the visitor, and what they can do next.

import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { BRAND } from "../content/brand";
import type { ApiErrorType } from "../contract/errors";
import { readApiError } from "../lib/read-api-error";
import { localPath } from "../navigation/local-path";
import { Knots } from "./motif/knots";
import { type Point, ties } from "./motif/ties";
import { Actions } from "./ui/actions";
import { buttonVariants } from "./ui/button";
import { linkVariants } from "./ui/link-variants";

interface PageErrorText {
  title: string;
  text: string;
  /** True when the same request may succeed later. */
  canRetry: boolean;
  /** The id of the request in our log, if it is known. */
  requestId: string | null;
}

/** The messages of `fetch` for a network error, in Chromium, Safari and Firefox. */
const NETWORK_ERROR = /failed to fetch|load failed|networkerror/i;

const BACKEND_STATUSES = [502, 503, 504];

/** The texts of the error page. @param error whatever a loader, an action or a component threw */
export function describePageError(error: unknown): PageErrorText {
  if (error instanceof TypeError && NETWORK_ERROR.test(error.message)) {
    return {
      title: "We could not be reached",
      text: "This page did not get to your browser. Check your connection, then try again.",
      canRetry: true,
      requestId: null,
    };
  }
  const response = isRouteErrorResponse(error) ? error : null;
  const { requestId = null, type } = readApiError(response?.data) ?? {};
  const status = response?.status ?? 500;
  if (type === ("overloaded" satisfies ApiErrorType)) {
    return {
      title: "Many people are here right now",
      text: "We cannot take on more at this moment. Nothing that was saved is lost. Wait a few seconds, then try again. The public pages still work.",
      canRetry: true,
      requestId,
    };
  }
  if (BACKEND_STATUSES.includes(status)) {
    return {
      title: "We cannot reach our records",
      text: `The part of ${BRAND.name} that keeps accounts and profiles is not answering. Nothing that was saved is lost. Wait a minute, then try again. The public pages still work.`,
      canRetry: true,
      requestId,
    };
  }
  if (status === 429) {
    return {
      title: "That was a lot in a short time",
      text: "We slow things down when many requests come at once. Wait a minute, then try again.",
      canRetry: true,
      requestId,
    };
  }
  if (status === 404) {
    return {
      title: "There is nothing at this address",
      text: "The link may be old, or a letter may be missing from it.",
      canRetry: false,
      requestId,
    };
  }
  if (status === 401 || status === 403) {
    return {
      title: "We could not accept this",
      text: "You may have been signed out, or the request came from another site. Open the page again from here.",
      canRetry: true,
      requestId,
    };
  }
  if (status === 413) {
    return {
      title: "This was too much at once",
      text: "Your text is too long, or your file is too large. Nothing was saved. Go back, shorten the text or choose a smaller file, then send the form again.",
      canRetry: true,
      requestId,
    };
  }
  if (status === 400 || status === 415) {
    return {
      title: "This could not be read",
      text: "The form did not arrive whole, or it was not one of ours. Nothing was saved. Open the page again, then send it once more.",
      canRetry: true,
      requestId,
    };
  }
  if (status === 405) {
    return {
      title: "Nothing can be sent to this page",
      text: "Something was sent to a page that has no form. Nothing was saved.",
      canRetry: true,
      requestId,
    };
  }
  return {
    title: "Something went wrong on our side",
    text: "The mistake is ours, and it is in our log. Try the page again. If it fails a second time, please write to us.",
    canRetry: true,
    requestId,
  };
}

/** A row of dots from which one has come loose. */
const ROW = ties([10, 35, 60, 85, 110, 160, 185, 210, 235, 260, 285].map((x): Point => [x, 12]));
const LOOSE = ties([[142, 33]]);

/** The content of the error page. The root layout renders header and footer around it. */
export function PageError({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const { title, text, canRetry, requestId } = describePageError(error);
  return (
    <section className="page-width py-section">
      <svg className="ties mb-8 w-[min(18rem,100%)] overflow-visible" viewBox="0 0 300 44" aria-hidden="true">
        <Knots path={ROW} width={15} />
        <Knots path={LOOSE} width={15} sun />
      </svg>
      <h1>{title}</h1>
      <p className="prose mt-3 text-lg text-ink-soft">{text}</p>
      {requestId && (
        <p className="text-sm text-ink-soft mt-4">
          If you write to <a href={`mailto:${BRAND.email}?subject=Request%20${requestId}`}>{BRAND.email}</a>, name this
          request: <code className="break-all">{requestId}</code>
        </p>
      )}
      <Actions as="p" className="mt-8">
        {canRetry && (
          <a className={buttonVariants()} href={localPath(pathname) + search}>
            Try again
          </a>
        )}
        <Link className={canRetry ? linkVariants({ standalone: true }) : buttonVariants()} to="/">
          Go to the home page
        </Link>
      </Actions>
    </section>
  );
}
