// Pages of which a chunk cannot be fetched, as after a deployment or on a lost connection.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newMember } from "../support/members";
import { createAccount, createPerson, fillSignUp, greeting, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();

/** Aborts the requests for a chunk. @returns a function that tells whether it was requested */
async function abortChunk(page: Page, name: string): Promise<() => boolean> {
  let isRequested = false;
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    isRequested = true;
    await route.abort();
  });
  return () => isRequested;
}

test("a legal text that cannot be loaded has a link to its page, and can be opened later", async () => {
  const { page, open } = await product.visit();
  const wasRequested = await abortChunk(page, "legal-dialog");
  await open("/signup");
  await page.getByRole("textbox", { name: "Full name" }).fill("Ravi");
  await page.getByRole("button", { name: "Privacy Policy" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "This text did not get to your browser." });
  expect(await alert.getByRole("link").getAttribute("href")).toBe("/privacy");
  expect(wasRequested()).toBe(true);
  await page.unroute("**/assets/legal-dialog-*.js");
  await page.getByRole("button", { name: "Terms of Service" }).click();
  await page.getByRole("dialog", { name: "Terms of Service" }).waitFor();
  await alert.waitFor({ state: "detached" });
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("Ravi");
});

test("a file whose upload code cannot be loaded is sent on retry", async () => {
  const { page, open } = await product.visit();
  const wasRequested = await abortChunk(page, "tus-upload");
  await open("/signup");
  await page.getByRole("radio", { name: /^Mentor/ }).check();
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", fileBytes("pdf", 5_000)));
  await page.getByText("We could not be reached. Check your connection, then try again.").waitFor();
  expect(wasRequested()).toBe(true);
  await page.unroute("**/assets/tus-upload-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Kept. It goes with your profile.").waitFor();
});

test("a file whose upload code is gone after a deployment asks for the page to be loaded again, which keeps the form", async () => {
  const { page, open } = await product.visit();
  await page.route("**/assets/tus-upload-*.js", (route) => route.fulfill({ status: 404, body: "Not found" }));
  await open("/signup");
  await page.getByRole("radio", { name: /^Mentor/ }).check();
  await page.getByRole("textbox", { name: "Full name" }).fill("Ravi Patil");
  const plan = writeFile("plan.pdf", fileBytes("pdf", 5_000));
  await page.getByLabel("Portfolio").setInputFiles(plan);
  await page.getByText("This page is older than the site. Load it again").waitFor();
  await page.unroute("**/assets/tus-upload-*.js");
  await page.getByRole("button", { name: "Load this page again" }).click();
  await page.getByText("We kept what you typed.").waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("Ravi Patil");
  await page.getByLabel("Portfolio").setInputFiles(plan);
  await page.getByText("Kept. It goes with your profile.").waitFor();
});

test("the error summary does not name a file any more that has arrived since", async () => {
  const { page, open } = await product.visit();
  await abortChunk(page, "tus-upload");
  await open("/signup");
  await fillSignUp(page, createPerson({ role: "Mentor", name: "" }));
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", fileBytes("pdf", 5_000)));
  await page.getByText("We could not be reached. Check your connection, then try again.").waitFor();
  await createAccount(page);
  const links = page.getByRole("alert").getByRole("link");
  await expect.poll(() => links.count()).toBe(2);
  await page.unroute("**/assets/tus-upload-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Kept. It goes with your profile.").waitFor();
  await expect.poll(() => links.allTextContents()).toEqual(["Enter your full name"]);
});

test.each(["sign-up", "sign-in"])(
  "after a %s the page stays until the dashboard can be fetched, and says that the account is there",
  async (kind) => {
    const { page, open } = await product.visit({ width: 360 });
    const person = createPerson({ role: "Mentor" });
    const path = kind === "sign-up" ? "/signup" : "/login";
    if (kind === "sign-in") await signUpOverApi(product.server, person);
    const wasRequested = await abortChunk(page, "dashboard");
    await open(path);
    if (kind === "sign-up") {
      await fillSignUp(page, person);
      await createAccount(page);
    } else await signIn(page, person);
    const notice = page.getByRole("alert").filter({ hasText: "Your account is ready, and you are signed in." });
    await notice.waitFor();
    expect(wasRequested()).toBe(true);
    expect(new URL(page.url()).pathname).toBe(path);
    await notice.getByRole("button", { name: "Dismiss" }).waitFor();
    await page.unroute("**/assets/dashboard-*.js");
    await notice.getByRole("button", { name: "Try again" }).click();
    await greeting(page, person).waitFor();
    expect(await notice.count()).toBe(0);
  },
);

test("a profile that is saved after a deployment opens the dashboard, whose old code is gone", async () => {
  const { page, visitor, person } = await newMember(product);
  let isGone = false;
  await page.route("**/assets/dashboard-*.js", (route) => {
    if (new URL(page.url()).pathname !== "/profile") return route.continue();
    isGone = true;
    return route.fulfill({ status: 404, body: "Not found" });
  });
  await visitor.open("/profile");
  await page.getByRole("combobox", { name: "Location" }).selectOption("Nashik");
  await page.getByRole("button", { name: "Save changes" }).click();
  await greeting(page, person).waitFor();
  await page.getByText("Your profile is saved.").waitFor();
  expect(isGone).toBe(true);
});
