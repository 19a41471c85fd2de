// What a form does when the server redirects to the dashboard: it was saved, and the visitor is signed in.
import { setNotice } from "../lib/notice";
import { beginTurn } from "../lib/tab-storage";
import { fetchFile, isFromOldBuild } from "../navigation/import-after-fetch";
import { clearSignUp } from "./draft";

const CONNECTION_LOST =
  "Your account is ready, and you are signed in. The connection was lost on the way to your dashboard. It opens when the connection is back.";
const RETRY_MS = 5000;

/** True for the redirect to the dashboard after a form was saved: its draft is no longer needed. A form that was refused has `?refused`. */
function isDashboardRedirect(thrown: unknown): boolean {
  return thrown instanceof Response && thrown.headers.get("Location") === "/dashboard";
}

/**
 * For the client action of a member's form: when the server redirects to the dashboard, deletes what the browser has kept of the form, and
 * opens the dashboard also after a deployment. It does not wait for a connection: a member has most likely been on the dashboard before.
 * @param thrown what the action threw
 * @param signal the request's: it is aborted when the member goes to another page meanwhile
 * @param forget deletes what the browser has kept
 */
export async function finishSave(thrown: unknown, signal: AbortSignal, forget?: () => void): Promise<void> {
  if (!isDashboardRedirect(thrown)) return;
  forget?.();
  await fetchDashboard(signal);
}

/**
 * For the client action of a form that signs in: when the server redirects to the dashboard, deletes the draft of the sign-up form, which the
 * next visitor must not see, in this tab and in others, and waits until the dashboard can be shown.
 * @param thrown what the action threw
 * @param signal the request's: it is aborted when the visitor goes to another page meanwhile
 */
export async function finishSignIn(thrown: unknown, signal: AbortSignal): Promise<void> {
  if (!isDashboardRedirect(thrown)) return;
  clearSignUp();
  beginTurn();
  await waitForDashboard(signal);
}

/**
 * Fetches the code of the dashboard before React Router does. When React Router cannot fetch it, it reloads the document, and without a
 * connection the visitor gets the browser's error page, in doubt about their account. Until the code is there the page stays, says that the
 * account is ready, and tries again: when the browser is online, every few seconds, and at the press of a button.
 */
async function waitForDashboard(signal: AbortSignal): Promise<void> {
  let retry: (() => void) | null = null;
  while (!signal.aborted && !(await fetchDashboard(signal))) {
    // Only once: a notice that was dismissed stays away.
    if (!retry) setNotice(CONNECTION_LOST, () => retry?.());
    const waiting = new AbortController();
    await new Promise<void>((resolve) => {
      const goOn = () => resolve();
      retry = goOn;
      signal.addEventListener("abort", goOn, { signal: waiting.signal });
      addEventListener("online", goOn, { signal: waiting.signal });
      setTimeout(goOn, RETRY_MS);
    });
    waiting.abort();
  }
}

/**
 * Fetches the code of the dashboard. When it is gone after a deployment, opens the dashboard as a new document, and never resolves, so that
 * the page stays busy meanwhile. React Router would read the dashboard's data first, and with them the message that the form was saved.
 * @returns false without a connection
 */
async function fetchDashboard(signal: AbortSignal): Promise<boolean> {
  try {
    await Promise.all(filesOf("dashboard").map(fetchFile));
  } catch (error) {
    if (isFromOldBuild(error) && !signal.aborted) {
      location.replace("/dashboard");
      return new Promise(() => {});
    }
    return !(error instanceof TypeError);
  }
  return true;
}

interface RouteFiles {
  path?: string;
  parentId?: string;
  module: string;
  imports?: string[];
}

/** The modules of a route and of its parents, from React Router's manifest; none when it has not loaded. */
function filesOf(path: string): string[] {
  const { __reactRouterManifest: manifest } = window as {
    __reactRouterManifest?: { routes: Record<string, RouteFiles> };
  };
  const files: string[] = [];
  let route = Object.values(manifest?.routes ?? {}).find((candidate) => candidate.path === path);
  while (route) {
    files.push(route.module, ...(route.imports ?? []));
    route = manifest?.routes[route.parentId ?? ""];
  }
  return files;
}
