// After a sign-out no private data is left, neither in other tabs nor in the history.
import { expect, test } from "vitest";
import { newMember } from "../support/members";
import { greeting, signIn } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

/** Opens the dashboard as a new member. */
async function openDashboard() {
  const { visitor, page, person } = await newMember(product);
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  return { page, person };
}

test("a sign-out redirects other tabs to the sign-in page, which says why, and deletes stored forms", async () => {
  const { page, person } = await openDashboard();
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await greeting(other, person).waitFor();
  await other.evaluate(() => sessionStorage.setItem("navarambh:sign-up", "{}"));

  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await other.getByText("You were signed out, here or on another device. Sign in again to go on.").waitFor();
  expect(await other.evaluate(() => sessionStorage.getItem("navarambh:sign-up"))).toBeNull();
  expect(await other.locator("body").textContent()).not.toContain(person.email);
});

test("Back after a sign-out shows nothing of the member", async () => {
  const { page, person } = await openDashboard();
  await page.goto("/about");
  await page.getByRole("banner").getByText(person.name).filter({ visible: true }).click();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(await page.locator("body").textContent()).not.toContain(person.email);
});

test("a member's page that is restored from the back/forward cache is loaded again", async () => {
  const { page } = await openDashboard();
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
});

test("sign-out and sign-in work in a browser without BroadcastChannel", async () => {
  const { visitor, page, person } = await newMember(product);
  await page.addInitScript(() => {
    Reflect.set(window, "BroadcastChannel", function BroadcastChannel() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
  });
  await visitor.open("/dashboard");
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await visitor.open("/signup");
  await page.getByRole("heading", { level: 1, name: "Join Navarambh" }).waitFor();
  await visitor.open("/login");
  await signIn(page, person);
  await greeting(page, person).waitFor();
});
