// Leaving: everything goes, after the password was right.
import { describe, expect, test } from "vitest";
import { signedIn } from "../support/members";
import { signIn, summary } from "../support/people";
import { useProduct } from "../support/product";
import { member, openSettings } from "../support/settings";

const product = useProduct();

describe.each([true, false])("JavaScript: %s", (javaScript) => {
  test("an account is deleted after every mistake, and nothing of it is left", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    const elsewhere = await signedIn(product, who);
    await openSettings(visitor);
    await page.getByRole("link", { name: "Delete my account" }).click();
    await page.getByRole("heading", { level: 1, name: "Delete your account" }).waitFor();
    const goes = page.getByRole("region", { name: "What goes" });
    for (const part of ["profile", "résumé or portfolio", "sign-ins", "account itself"]) {
      expect(await goes.textContent()).toContain(part);
    }
    const button = page.getByRole("button", { name: "Delete my account for good" });
    await button.click();
    await summary(page, "Enter your password").waitFor();
    expect(await page.getByRole("alert").textContent()).toContain("Nothing was deleted.");
    await page.getByLabel("Password", { exact: true }).fill("Not-the-one-1");
    await button.click();
    await summary(page, "This is not your password. Check it and try again").waitFor();
    expect(await page.getByRole("alert").textContent()).toContain("Nothing was deleted.");
    await page.getByLabel("Password", { exact: true }).fill(who.password);
    await button.click();

    await page.waitForURL((url) => url.pathname === "/");
    await page.getByText("Your account is deleted. Your profile, your file and your sign-ins went with it.").waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
    await visitor.open("/");
    expect(await page.getByText("Your account is deleted.").count()).toBe(0);
    // Without scripts the step back leads to a form that was sent, of which the browser shows nothing at all.
    if (javaScript) await page.goBack();
    expect(await page.locator("body").textContent()).not.toContain(who.email);

    await elsewhere.page.goto("/settings");
    await elsewhere.page.getByText("Your session has ended. Sign in again to go on.").waitFor();
    await signIn(elsewhere.page, who);
    await summary(elsewhere.page, "The email or the password is not right. Check both and try again.").waitFor();
    expect(visitor.complaints()).toEqual([]);
  });

  test("whoever changes their mind keeps everything", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    await visitor.open("/settings/delete");
    await page.getByText(who.name).first().waitFor();
    await page.getByRole("link", { name: "Keep my account" }).click();
    await page.getByRole("heading", { level: 1, name: "Account settings" }).waitFor();
  });
});

test("a deletion that is pressed twice is sent once, and other tabs leave with it", async () => {
  const { visitor, page, who } = await member(product);
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await other.getByRole("heading", { level: 1, name: /^Welcome back/ }).waitFor();
  await visitor.open("/settings/delete");
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Delete my account for good" }).dblclick();
  await page.getByText("Your account is deleted.").waitFor();
  expect(posts).toBe(1);
  await other.getByText("Your session has ended. Sign in again to go on.").waitFor();
});
