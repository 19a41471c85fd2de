// Signing in, staying signed in, and no longer being so.
import { expect, test } from "vitest";
import { greeting, person, signIn, signUpOverApi, summary } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

test.each([true, false])("a member signs in, sees the dashboard and logs out (JavaScript: %s)", async (javaScript) => {
  const visitor = await product.visit({ javaScript });
  const { page } = visitor;
  const who = person({ name: "Meera Joshi" });
  await signUpOverApi(product.server, who);

  await visitor.open("/login");
  await signIn(page, who);
  await greeting(page, who).waitFor();
  await page.getByText("Welcome back to Navarambh!").waitFor();
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === "__Host-session");
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });

  // A live member has no business at the doors.
  for (const door of ["/login", "/signin", "/signup"]) {
    await visitor.open(door);
    expect(new URL(page.url()).pathname).toBe("/dashboard");
  }
  await greeting(page, who).waitFor();

  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
  await visitor.open("/dashboard");
  expect(new URL(page.url()).pathname).toBe("/login");
  expect(visitor.complaints()).toEqual([]);
});

test.each([true, false])("what is wrong with a sign-in is said above the form (JavaScript: %s)", async (javaScript) => {
  const visitor = await product.visit({ javaScript });
  const { page } = visitor;
  const who = person();
  await signUpOverApi(product.server, who);

  await visitor.open("/signin");
  await signIn(page, { email: "", password: "" });
  await summary(page, "Please enter both email and password").waitFor();
  await signIn(page, { email: who.email, password: "" });
  await summary(page, "Please enter both email and password").waitFor();
  await signIn(page, { email: who.email, password: "Not-the-one-1" });
  await summary(page, "The email or the password is not right. Check both and try again.").waitFor();
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(who.email);
  if (javaScript) {
    await page.getByLabel("Password", { exact: true }).fill(who.password);
    await page.getByRole("alert").waitFor({ state: "detached" });
  }
  await signIn(page, who);
  await greeting(page, who).waitFor();
});

test("the sign-in button says that it is busy", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person();
  await signUpOverApi(product.server, who);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/login*", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });
  await visitor.open("/login");
  await signIn(page, who);
  await page.getByRole("button", { name: "Signing In..." }).waitFor();
  release();
  await greeting(page, who).waitFor();
});

test.each([true, false])(
  "a guest who asks for the dashboard gets the sign-in page (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    await visitor.open("/dashboard");
    expect(new URL(visitor.page.url()).pathname).toBe("/login");
    expect(await visitor.page.getByRole("status").count()).toBe(0);
  },
);

test.each([true, false])(
  "a session that died meanwhile leads to the sign-in page (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    await signUpOverApi(product.server, who);
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    await visitor.open("/login");
    await signIn(page, who);
    await greeting(page, who).waitFor();

    // Logging out elsewhere ends all sessions.
    const elsewhere = await product.visit();
    await elsewhere.open("/login");
    await signIn(elsewhere.page, who);
    await greeting(elsewhere.page, who).waitFor();
    await elsewhere.page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await elsewhere.page.waitForURL((url) => url.pathname === "/");

    await page.goto("/dashboard");
    await page.getByText("Your session has ended. Sign in again to go on.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    await page.getByRole("banner").getByRole("link", { name: "Get Started" }).waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
    await signIn(page, who);
    await greeting(page, who).waitFor();
    expect(visitor.complaints()).toEqual([]);
  },
);
