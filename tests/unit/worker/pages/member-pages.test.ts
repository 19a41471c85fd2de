import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "../../../../app/routes";
import { isMemberPage, MEMBER_PAGES } from "../../../../worker/pages/member-pages";

test("the member pages are those of the account layout", async () => {
  const all: RouteConfigEntry[] = await routes;
  const layout = all.find(({ file }) => file === "routes/account/layout.tsx");
  expect(MEMBER_PAGES).toEqual(layout?.children?.map(({ path }) => `/${path}`));
});

test.each([
  ["/settings/two-step", true],
  ["/settings/two-step/", true],
  ["/settings/two-step.data", true],
  ["/settings/two-step/_.data", true],
  ["/Settings/two-step", true],
  ["/settings/unknown", false],
  ["/dashboard/unknown.data", false],
  ["/settings.data/two-step", false],
  ["/", false],
])("%s is a member page: %s", (path, expected) => {
  expect(isMemberPage(path)).toBe(expected);
});
