import { expect, test } from "vitest";
import { isDashboardRedirect } from "../../../../app/forms/is-dashboard-redirect";

const redirection = (location: string) => new Response(null, { status: 302, headers: { Location: location } });

test.each([
  [redirection("/dashboard"), true],
  [redirection("/dashboard?whole"), true],
  [redirection("/login?ended"), false],
  [new Response(null), false],
  [new Error("no answer"), false],
])("only a redirect to the dashboard is a good end (%#)", (thrown, expected) => {
  expect(isDashboardRedirect(thrown)).toBe(expected);
});
