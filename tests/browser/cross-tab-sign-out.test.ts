// After a log-out nothing private is left: not in other tabs, and not behind the back button.
import { expect, test } from "vitest";
import { newMember } from "../support/members";
import { greeting } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

/** A member on the dashboard. */
async function openAsMember() {
  const { visitor, page, person } = await newMember(product);
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  return { page, person };
}

test("another tab leaves the member's page by itself, says why, and forgets what was typed", async () => {
  const { page, person } = await openAsMember();
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await greeting(other, person).waitFor();
  await other.evaluate(() => sessionStorage.setItem("navarambh:sign-up", "{}"));

  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await other.getByText("Your session has ended. Sign in again to go on.").waitFor();
  expect(await other.evaluate(() => sessionStorage.getItem("navarambh:sign-up"))).toBeNull();
  expect(await other.locator("body").textContent()).not.toContain(person.email);
});

test("the way back after a log-out shows nothing of the member", async () => {
  const { page, person } = await openAsMember();
  await page.goto("/about");
  await page.getByRole("banner").getByText(person.name).filter({ visible: true }).click();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(await page.locator("body").textContent()).not.toContain(person.email);
});

test("a member's page that the browser kept whole is asked for anew", async () => {
  const { page } = await openAsMember();
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
});
