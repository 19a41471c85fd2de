// The account settings while the backend is away, or fails half-way.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startProductOn } from "../support/appwrite";
import { type FaultyAppwrite, startFaultyAppwrite } from "../support/faulty-appwrite";
import { useProduct } from "../support/product";
import { member, openSettings, section, send } from "../support/settings";

let appwrite: FaultyAppwrite;
beforeAll(async () => {
  appwrite = await startFaultyAppwrite();
});
afterAll(() => appwrite.dispose());
const product = useProduct({ start: () => startProductOn(appwrite), mayLogErrors: true });
let isUp = true;
beforeEach(async () => {
  appwrite.heal();
  await bringBackendBack();
  // What failed before this test must not count against it: the edge asks a backend that was down only now and then.
  const health = async () => (await fetch(`${product.server.origin}/api/health`)).status;
  await expect.poll(health, { timeout: 30_000 }).toBe(200);
});

async function takeBackendAway(): Promise<void> {
  await appwrite.kill();
  isUp = false;
}

async function bringBackendBack(): Promise<void> {
  if (!isUp) await appwrite.start();
  isUp = true;
}

/** Presses a button again and again, as a person would who was told to, until the words appear. */
async function untilSaid(page: Page, button: string, words: string): Promise<void> {
  const isSaid = () => page.getByText(words).isVisible();
  await expect
    .poll(
      async () => {
        if (await isSaid()) return true;
        const again = page.getByRole("button", { name: button });
        if (await again.isVisible()) await again.click();
        return isSaid();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
}

describe.each([true, false])("JavaScript: %s", (javaScript) => {
  test("a form keeps what was typed, and goes through once the backend is back", async () => {
    const { visitor, page } = await member(product, { javaScript });
    await openSettings(visitor);
    await takeBackendAway();
    const part = section(page, "Your name");
    await send(part, { "Full name": "Meera Joshi" }, "Save name");
    await part.getByRole("alert").waitFor();
    expect(await part.getByLabel("Full name").inputValue()).toBe("Meera Joshi");
    await bringBackendBack();
    await untilSaid(page, "Save name", "Your name is changed.");
    await page.getByRole("banner").getByText("Meera Joshi").first().waitFor();
  });

  test("a page that does not load says so, and loads once the backend is back", async () => {
    const { visitor, page } = await member(product, { javaScript });
    await takeBackendAway();
    await page.goto("/settings");
    await page.getByRole("heading", { name: "Your settings did not load" }).waitFor();
    await bringBackendBack();
    await expect
      .poll(
        async () => {
          const again = page.getByRole("button", { name: "Try again" });
          if (await again.isVisible()) await again.click();
          return section(page, "Where you are signed in").getByText("This device", { exact: true }).isVisible();
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(true);
    expect(visitor.complaints()).toEqual([]);
  });

  test("a deletion that stops half-way says what is left, and can be finished", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    await visitor.open("/settings/delete");
    appwrite.fail(/^DELETE \/users\//, { code: 500, type: "general_unknown", message: "Server Error" });
    const button = page.getByRole("button", { name: "Delete my account for good" });
    await page.getByLabel("Password", { exact: true }).fill(who.password);
    await button.click();
    const alert = page.getByRole("alert");
    await alert.getByText("Something went wrong on our side. Try again.").waitFor();
    await alert.getByText("Your file and your profile are gone; the account itself is still there.").waitFor();
    appwrite.heal();
    if (!javaScript) await page.getByLabel("Password", { exact: true }).fill(who.password);
    await button.click();
    await page.getByText("Your account is deleted.").waitFor();
  });

  test("a deletion that the backend knows nothing of says that it can be sent again", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    await visitor.open("/settings/delete");
    await takeBackendAway();
    await page.getByLabel("Password", { exact: true }).fill(who.password);
    await page.getByRole("button", { name: "Delete my account for good" }).click();
    await page.getByRole("alert").getByText("What is left goes when you send this once more.").waitFor();
  });

  test("this device is signed out all the same", async () => {
    const { visitor, page } = await member(product, { javaScript });
    await openSettings(visitor);
    await takeBackendAway();
    await page.getByRole("button", { name: "Sign out of this device" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  });
});
