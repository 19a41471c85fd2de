/** True for the redirect with which a member's form ends well: what this tab remembered of the form is saved. */
export function leadsToDashboard(thrown: unknown): boolean {
  return thrown instanceof Response && thrown.headers.get("Location")?.split("?")[0] === "/dashboard";
}
