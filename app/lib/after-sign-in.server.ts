/**
 * Where a member goes after signing in or up. A form that was posted as a document comes from a browser without scripts, or from
 * one that had not loaded them: it gets the dashboard whole, so that the one-time message stays on the page that shows it.
 */
export function afterSignIn(request: Request): string {
  // With scripts, React Router posts to the path's `.data`; only `request.url` still has it.
  return new URL(request.url).pathname.endsWith(".data") ? "/dashboard" : "/dashboard?whole";
}
