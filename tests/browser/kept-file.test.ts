// What a tab keeps of an upload, and for whom.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Visitor } from "../support/browser";
import { createAccount, fillSignUp, greeting, type Person, person, summary } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();
const KEPT = "Kept. It goes with your profile.";

async function logOut(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

/** Opens the form, fills it in and waits until its file has arrived. */
async function fillWithResume(visitor: Visitor, who: Person, bytes: Uint8Array) {
  await visitor.open("/signup");
  await fillSignUp(visitor.page, who);
  await visitor.page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", bytes));
  await visitor.page.getByText(KEPT).waitFor();
}

test("a file that has arrived is still there after a reload", async () => {
  const visitor = await product.visit();
  await fillWithResume(visitor, person(), fileBytes("pdf", 9_000));
  await visitor.open("/signup");
  await visitor.page.getByRole("radio", { name: /^Student/ }).check();
  await visitor.page.getByText(KEPT).waitFor();
  await visitor.page.getByText("cv.pdf", { exact: true }).waitFor();
});

test("whoever signs up next in the same tab does not find the file of the one before", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const [first, second] = [person({ name: "Asha Kulkarni" }), person({ name: "Ravi Pawar" })];
  await fillWithResume(visitor, first, fileBytes("pdf", 9_000));
  await createAccount(page);
  await greeting(page, first).waitFor();
  await logOut(page);

  await visitor.open("/signup");
  await fillSignUp(page, second);
  expect(await page.getByText("cv.pdf").count()).toBe(0);
  await createAccount(page);
  await greeting(page, second).waitFor();
  expect(await page.getByRole("link", { name: /^Download/ }).count()).toBe(0);
  expect(visitor.complaints()).toEqual([]);
});

test("a file that arrived for nobody is forgotten when somebody logs out in that tab", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person();
  await fillWithResume(visitor, who, fileBytes("pdf", 9_000));
  // Joins in another tab, so that this one still has its file.
  const elsewhere = await page.context().newPage();
  await elsewhere.goto("/signup");
  await fillSignUp(elsewhere, who);
  await createAccount(elsewhere);
  await greeting(elsewhere, who).waitFor();

  await visitor.open("/dashboard");
  await greeting(page, who).waitFor();
  await logOut(page);
  await visitor.open("/signup");
  await page.getByRole("radio", { name: /^Student/ }).check();
  expect(await page.getByText("cv.pdf").count()).toBe(0);
});

test("when the role changes while its file is on its way, the account gets the file of the new role", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ role: "Mentor" });
  const bytes = fileBytes("pdf", 20_000);
  const arrivals = { resume: Promise.withResolvers<void>(), portfolio: Promise.withResolvers<void>() };
  let sent = 0;
  await page.route("**/api/files/**", async (route) => {
    if (route.request().method() === "PATCH") {
      sent += 1;
      await (sent === 1 ? arrivals.resume : arrivals.portfolio).promise;
    }
    await route.continue();
  });

  await visitor.open("/signup");
  await fillSignUp(page, { ...who, role: "Student" });
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 5_000)));
  await page.getByRole("progressbar", { name: "Sending Résumé" }).waitFor();
  await createAccount(page);
  await page.getByText("Your file is still on its way.").waitFor();
  await page.getByRole("radio", { name: /^Mentor/ }).check();
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", bytes));
  await page.getByRole("progressbar", { name: "Sending Portfolio" }).waitFor();
  arrivals.resume.resolve();
  await page.getByRole("progressbar", { name: "Sending Portfolio" }).waitFor();
  arrivals.portfolio.resolve();

  await greeting(page, who).waitFor();
  const href = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(href ?? "")).body())).toBe(fingerprint(bytes));
  expect(visitor.complaints()).toEqual([]);
});

test("a form that the edge turned away says why, and keeps everything", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ role: "Investor" });
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await page.route("**/signup.data*", (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 429, type: "rate_limited", message: "Too many requests", requestId: "r-1" } },
    }),
  );
  await createAccount(page);
  await summary(
    page,
    "That was tried too often. Try again a little later. Everything you typed is still here.",
  ).waitFor();
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe(who.name);
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(who.password);
  await page.unroute("**/signup.data*");
  await createAccount(page);
  await greeting(page, who).waitFor();
});
