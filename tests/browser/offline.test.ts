// Without a connection, a page stays and says so.
import { expect, test } from "vitest";
import { formError } from "../support/forms";
import { newMember } from "../support/members";
import { createAccount, createPerson, fillSignUp, greeting, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();

test("a link and a form leave the page unchanged while offline, and work when the connection is back", async () => {
  const visitor = await product.visit({ width: 390 });
  const { page } = visitor;
  const person = createPerson();
  await signUpOverApi(product.server, person);
  await visitor.open("/signin");
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill(person.password);
  await page.context().setOffline(true);
  const menu = page.getByRole("banner").getByText("Menu");
  const about = page.getByRole("navigation", { name: "Main, small screens" }).getByRole("link", { name: "About" });
  await menu.click();
  await about.click();
  const notice = page.getByRole("alert").filter({ hasText: "We could not be reached." });
  await notice.waitFor();
  expect(new URL(page.url()).pathname).toBe("/signin");
  expect(await password.inputValue()).toBe(person.password);
  await page.context().setOffline(false);
  await notice.waitFor({ state: "detached" });

  await page.context().setOffline(true);
  const submit = page.getByRole("button", { name: "Sign In", exact: true });
  await submit.click();
  await notice.waitFor();
  expect(await password.inputValue()).toBe(person.password);
  await page.context().setOffline(false);
  await submit.click();
  await greeting(page, person).waitFor();
  await menu.click();
  await about.click();
  await page.waitForURL((url) => url.pathname === "/about");
  expect(visitor.consoleErrors()).toEqual([]);
});

test("links and forms work in a browser that says that it is offline, and is not", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await signUpOverApi(product.server, person);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "onLine", { get: () => false });
  });
  await visitor.open("/login");
  await signIn(page, person);
  await greeting(page, person).waitFor();
  await page.getByRole("link", { name: "Edit profile" }).click();
  await page.getByRole("heading", { level: 1, name: "Edit your profile" }).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test.each([
  ["the first link that was clicked", "About", "/about"],
  ["the second, when two were clicked", "Stories", "/stories"],
])("the connection comes back while the site is asked: %s opens", async (_, last, path) => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/login");
  const released = Promise.withResolvers<void>();
  await page.route("**/favicon.svg", async (route) => {
    if (route.request().method() === "HEAD") await released.promise;
    return route.continue();
  });
  await page.evaluate(() => {
    Object.defineProperty(navigator, "onLine", { configurable: true, value: false });
    window.dispatchEvent(new Event("offline"));
  });
  // Each click asks once.
  for (const link of new Set(["About", last])) {
    const asked = page.waitForRequest((request) => request.method() === "HEAD");
    await page.getByRole("banner").getByRole("link", { name: link }).first().click();
    await asked;
  }
  await page.evaluate(() => {
    Object.defineProperty(navigator, "onLine", { configurable: true, value: true });
    window.dispatchEvent(new Event("online"));
  });
  released.resolve();
  await page.waitForURL((url) => url.pathname === path);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a sign-out while offline says that the member is still signed in, and the header shows the member", async () => {
  const { visitor, page, person } = await newMember(product);
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();

  await page.context().setOffline(true);
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "We could not be reached." });
  await notice.getByText("You are still signed in.").waitFor();
  await greeting(page, person).waitFor();
  expect(await page.getByRole("banner").textContent()).toContain(person.name);

  await page.context().setOffline(false);
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
});

test("a form that waits for its file shows the progress, and can be submitted without the file", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ role: "Mentor" });
  let chunks = 0;
  await page.route("**/api/files/**", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    chunks += 1;
    return chunks === 1 ? route.continue() : route.abort();
  });
  await visitor.open("/signup");
  await fillSignUp(page, person);
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.zip", fileBytes("zip", 6_000_000)));
  await page.getByText(/^5\.2 MB of 6\.0 MB/).waitFor();
  await createAccount(page);
  await page.getByText("Your file is still on its way. About 87% is sent.").waitFor();
  // The message is at the file field and at the submit button.
  const offlineMessages = page.getByText("It is not getting through right now. It goes on by itself.");
  await offlineMessages.nth(1).waitFor();
  await page.route("**/signup.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Go on without the file" }).click();
  await formError(page, /^No answer came back/).waitFor();
  expect(await page.getByLabel("Portfolio").inputValue()).toBe("");
  await page.unroute("**/signup.data*");
  await createAccount(page);
  await greeting(page, person).waitFor();
  await page.getByText(/^No portfolio yet\./).waitFor();
});
