import { expect, test } from "vitest";
import { leadsToDashboard } from "../../../../app/forms/leads-to-dashboard";

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { Location: location } });

test.each([
  [redirectTo("/dashboard"), true],
  [redirectTo("/dashboard?whole"), true],
  [redirectTo("/login?ended"), false],
  [new Response(null), false],
  [new Error("no response"), false],
])("only a redirect to the dashboard is a success (%#)", (thrown, expected) => {
  expect(leadsToDashboard(thrown)).toBe(expected);
});
