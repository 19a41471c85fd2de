// The backend goes away under a running product.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type StandaloneAppwrite, startAppwrite, startProductOn } from "../support/appwrite";
import { greeting, person, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

let appwrite: StandaloneAppwrite;
beforeAll(async () => {
  appwrite = await startAppwrite();
});
afterAll(() => appwrite.dispose());
const product = useProduct({ start: () => startProductOn(appwrite), mayLogErrors: true });
let isUp = true;
beforeEach(async () => {
  if (!isUp) await appwrite.start();
  isUp = true;
});

async function takeBackendAway(): Promise<void> {
  await appwrite.kill();
  isUp = false;
}

test.each([true, false])(
  "logging out succeeds, and the session is refused from then on (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    await signUpOverApi(product.server, who);
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    await visitor.open("/login");
    await signIn(page, who);
    await greeting(page, who).waitFor();
    const cookie = (await page.context().cookies()).find(({ name }) => name === "__Host-session");

    await takeBackendAway();
    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");

    // Somebody who kept the cookie gets nowhere with it, although the backend never heard of the log-out.
    await appwrite.start();
    isUp = true;
    const account = await fetch(`${product.server.origin}/api/account`, {
      headers: { Cookie: `__Host-session=${cookie?.value}` },
    });
    expect(account.status).toBe(200);
    expect(await account.json()).toEqual({ user: null, profile: null });
  },
);

test("pages for guests answer, sign-in says what is wrong and keeps what was typed", async () => {
  const who = person();
  await signUpOverApi(product.server, who);
  const visitor = await product.visit();
  const { page } = visitor;
  await takeBackendAway();

  expect(await visitor.open("/")).toBe(200);
  await visitor.open("/login");
  await signIn(page, who);
  await page.getByRole("alert").getByRole("heading").waitFor();
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(who.email);
  expect(new URL(page.url()).pathname).toBe("/login");
});

test("a dashboard that does not load offers another try, which works once the backend is back", async () => {
  const who = person();
  await signUpOverApi(product.server, who);
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/login");
  await signIn(page, who);
  await greeting(page, who).waitFor();

  await takeBackendAway();
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1, name: "Your dashboard did not load" }).waitFor();
  await appwrite.start();
  isUp = true;
  await expect
    .poll(
      async () => {
        const again = page.getByRole("button", { name: "Try again" });
        if (await again.isVisible()) await again.click();
        return greeting(page, who).isVisible();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
});
