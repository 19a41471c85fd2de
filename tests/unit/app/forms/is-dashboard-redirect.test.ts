import { expect, test } from "vitest";
import { isDashboardRedirect } from "../../../../app/forms/is-dashboard-redirect";

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { Location: location } });

test.each([
  [redirectTo("/dashboard"), true],
  [redirectTo("/dashboard?whole"), true],
  [redirectTo("/login?ended"), false],
  [new Response(null), false],
  [new Error("no response"), false],
])("only a redirect to the dashboard is a success (%#)", (thrown, expected) => {
  expect(isDashboardRedirect(thrown)).toBe(expected);
});
