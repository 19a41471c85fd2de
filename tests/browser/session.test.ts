// Signing in, signing out, and ended sessions.
import { expect, test } from "vitest";
import { formError, holdPosts } from "../support/forms";
import { postForm } from "../support/http";
import { newMember } from "../support/members";
import { createPerson, greeting, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

test.each([true, false])(
  "a member signs in after a mistake, sees the dashboard and signs out (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const person = createPerson({ name: "Meera Joshi" });
    await signUpOverApi(product.server, person);

    await visitor.open("/login");
    await signIn(page, { email: person.email, password: "Not-the-one-1" });
    const error = formError(page, "The email or the password is not right. Check both and try again.");
    await error.waitFor();
    expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    const button = page.getByRole("button", { name: "Sign In", exact: true });
    if (javaScript) {
      await error.waitFor({ state: "detached" });
      const posts = await holdPosts(page);
      await button.dblclick();
      await page.getByRole("button", { name: "Signing In..." }).click({ force: true });
      posts.release();
      await greeting(page, person).waitFor();
      expect(posts.count()).toBe(1);
    } else {
      await button.click();
    }
    await greeting(page, person).waitFor();
    await page.getByText("Welcome back to Navarambh!").waitFor();

    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
    await visitor.open("/dashboard");
    expect(new URL(page.url()).pathname).toBe("/login");
    expect(visitor.consoleErrors()).toEqual([]);
  },
);

test("the dashboard redirects an ended session to the sign-in page", async () => {
  const { visitor, page, cookie } = await newMember(product);
  // A sign-out on another device ends all sessions.
  await postForm(product.server, "/logout", {}, { cookie });
  await page.goto("/dashboard");
  await page.getByText("You were signed out, here or on another device. Sign in again to go on.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
  await page.getByRole("banner").getByRole("link", { name: "Get Started" }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
  expect(visitor.consoleErrors()).toEqual([]);
});
