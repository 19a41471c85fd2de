import { expect, test } from "vitest";
import { actionErrorMessage, dashboardPath } from "../../../../app/forms/after-submit.server";

const byScript = new Request("https://navarambh.example/login.data", { method: "POST" });
const asDocument = new Request("https://navarambh.example/login", { method: "POST" });

test("a form posted without JavaScript redirects to the dashboard without streaming", () => {
  expect(dashboardPath(byScript)).toBe("/dashboard");
  expect(dashboardPath(asDocument)).toBe("/dashboard?whole");
});

test("only a form posted by a script is told that its values are kept, since a new page has no passwords", () => {
  const error = { type: "backend_down", message: "" };
  expect(actionErrorMessage(byScript, error, "")).toContain("Everything you typed is still here.");
  expect(actionErrorMessage(asDocument, error, "")).not.toContain("Everything you typed");
});
