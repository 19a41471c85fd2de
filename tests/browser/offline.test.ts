// The connection goes away: the page stays, and says so.
import { expect, test } from "vitest";
import { createAccount, fillSignUp, greeting, person, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();

test("a link in the menu leaves a half-filled form where it is, and works once the connection is back", async () => {
  const visitor = await product.visit({ width: 390 });
  const { page } = visitor;
  const who = person();
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await page.context().setOffline(true);
  const menu = page.getByRole("banner").locator("summary", { hasText: "Menu" });
  await menu.click();
  await page.getByRole("navigation", { name: "Main, small screens" }).getByRole("link", { name: "About" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "We could not be reached." });
  await notice.waitFor();
  expect(new URL(page.url()).pathname).toBe("/signup");
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(who.password);

  await page.context().setOffline(false);
  await expect.poll(() => notice.count()).toBe(0);
  await menu.click();
  await page.getByRole("navigation", { name: "Main, small screens" }).getByRole("link", { name: "About" }).click();
  await page.waitForURL((url) => url.pathname === "/about");
  expect(visitor.complaints()).toEqual([]);
});

test("a sign-in that could not leave goes through at the next press", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person();
  await signUpOverApi(product.server, who);
  await visitor.open("/signin");
  await page.context().setOffline(true);
  await signIn(page, who);
  await page.getByRole("alert").filter({ hasText: "We could not be reached." }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await greeting(page, who).waitFor();
});

test("a log-out without a connection says that the member is still signed in, and the header agrees", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ name: "Meera Joshi" });
  await signUpOverApi(product.server, who);
  await visitor.open("/login");
  await signIn(page, who);
  await greeting(page, who).waitFor();

  await page.context().setOffline(true);
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alert").filter({ hasText: "We could not be reached." }).waitFor();
  expect(await page.getByRole("alert").textContent()).toContain("You are still signed in.");
  await greeting(page, who).waitFor();
  expect(await page.getByRole("banner").textContent()).toContain(who.name);

  await page.context().setOffline(false);
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
});

test("the note beside the button follows the upload, and lets the form go without its file", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ role: "Mentor" });
  let parts = 0;
  await page.route("**/api/files/**", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    parts += 1;
    return parts === 1 ? route.continue() : route.abort();
  });
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.zip", fileBytes("zip", 12_000_000)));
  await page.getByText(/^5\.2 MB of 12\.0 MB/).waitFor();
  await createAccount(page);
  const end = page.locator(".form-end");
  await end.getByText("Your file is still on its way. 43% of it has arrived.").waitFor();
  await end.getByText("The connection is gone. It goes on by itself when you are back.").waitFor();
  await page.getByRole("button", { name: "Go on without the file" }).click();
  await greeting(page, who).waitFor();
  expect(await page.getByRole("link", { name: /^Download/ }).count()).toBe(0);
});
