// Reads a page's data again while somebody looks at it. A read that fails changes nothing: the page would be replaced by an error, and what
// the member has typed there would be lost.
import type { DataStrategyResult } from "react-router";

/** What a client middleware gets from `next()`: for each route its data, or what its loader threw. */
type LoaderResults = Record<string, DataStrategyResult>;

interface BackgroundRead {
  pathname: string;
  /** The data that the page shows, by route. */
  shown: ReadonlyMap<string, unknown>;
  hasFailed: boolean;
}

/** The read that is under way. */
let current: BackgroundRead | null = null;

/**
 * Loads the data of all routes of the page again.
 * @param revalidate React Router's
 * @param shown the data that the page shows, by route
 * @returns false when the read failed, and the page shows what it showed before
 */
export async function readInBackground(
  revalidate: () => Promise<void>,
  pathname: string,
  shown: ReadonlyMap<string, unknown>,
): Promise<boolean> {
  const read: BackgroundRead = { pathname, shown, hasFailed: false };
  current = read;
  try {
    await revalidate();
  } finally {
    if (current === read) current = null;
  }
  return !read.hasFailed;
}

/** From now on the page is loaded for another reason, such as a form that the member has sent: if that fails, its error is shown. */
export function endBackgroundRead(): void {
  current = null;
}

/** Call it with the results of every load of a page. @returns the data already shown, if this is a background read and it has failed */
export async function keepShownData(pathname: string, results: LoaderResults): Promise<LoaderResults> {
  const read = current;
  // The member may have gone to another page meanwhile.
  if (!read || read.pathname !== pathname || !(await hasFailed(Object.values(results)))) return results;
  read.hasFailed = true;
  return Object.fromEntries(
    Object.keys(results).map((route) => [route, { type: "data" as const, result: read.shown.get(route) }]),
  );
}

/** Waits for the data that is still being streamed, too. A redirect is no failure. */
async function hasFailed(results: readonly DataStrategyResult[]): Promise<boolean> {
  if (results.some(({ type, result }) => type === "error" && !(result instanceof Response))) return true;
  const data = results.filter(({ type }) => type === "data").flatMap(({ result }) => Object.values(result ?? {}));
  try {
    return (await Promise.all(data)).some(isFailedState);
  } catch {
    return true;
  }
}

/** True for what the member pages' loaders return when the backend did not answer, as `toAccountState` does. */
function isFailedState(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "failed";
}
