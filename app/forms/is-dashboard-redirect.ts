/** True for a redirect to the dashboard: the form was saved, and its draft is no longer needed. */
export function isDashboardRedirect(thrown: unknown): boolean {
  return thrown instanceof Response && thrown.headers.get("Location")?.split("?")[0] === "/dashboard";
}
