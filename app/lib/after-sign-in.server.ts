import type { RouterContextProvider } from "react-router";
import { wholeContext } from "../context";

/**
 * Where a member goes after signing in or up. A form that was posted as a document comes from a browser without scripts, or from
 * one that had not loaded them: it gets the dashboard whole, which keeps the one-time message on the page that shows it.
 */
export function afterSignIn(context: Readonly<RouterContextProvider>): string {
  return context.get(wholeContext) ? "/dashboard?whole" : "/dashboard";
}
