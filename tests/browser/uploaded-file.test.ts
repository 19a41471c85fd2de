// What a tab keeps of an upload, and for whom.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setSession } from "../support/members";
import { createAccount, createPerson, fillSignUp, greeting, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();
const KEPT = "Kept. It goes with your profile.";

const beStudent = (page: Page) => page.getByRole("radio", { name: /^Student/ }).check();

async function logOut(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

test("a file that has arrived is there after a reload, and gone for whoever signs up next in that tab", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await visitor.open("/signup");
  await beStudent(page);
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 9_000)));
  await page.getByText(KEPT).waitFor();
  await visitor.open("/signup");
  await fillSignUp(page, person);
  await page.getByText(KEPT).waitFor();
  await page.getByText("cv.pdf", { exact: true }).waitFor();
  await createAccount(page);
  await greeting(page, person).waitFor();
  await page.getByRole("link", { name: "Download cv.pdf" }).waitFor();
  await logOut(page);

  await visitor.open("/signup");
  await beStudent(page);
  await page.getByLabel("Résumé").waitFor();
  expect(await page.getByText("cv.pdf").count()).toBe(0);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a file that arrived for nobody is forgotten when somebody logs out in that tab", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await visitor.open("/signup");
  await beStudent(page);
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 9_000)));
  await page.getByText(KEPT).waitFor();
  // They join elsewhere, so that this tab still has its file.
  await setSession(page, await signUpOverApi(product.server, person));
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  await logOut(page);
  await visitor.open("/signup");
  await beStudent(page);
  await page.getByLabel("Résumé").waitFor();
  expect(await page.getByText("cv.pdf").count()).toBe(0);
});

test("when the role changes while its file is on its way, the account gets the file of the new role", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ role: "Mentor" });
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
  await fillSignUp(page, { ...person, role: "Student" });
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 5_000)));
  await page.getByRole("progressbar", { name: "Sending Résumé" }).waitFor();
  await createAccount(page);
  await page.getByText("Your file is still on its way.").waitFor();
  await page.getByRole("radio", { name: /^Mentor/ }).check();
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", bytes));
  const progress = page.getByRole("progressbar", { name: "Sending Portfolio" });
  await progress.waitFor();
  const resumeArrived = page.waitForResponse((response) => response.request().method() === "PATCH");
  arrivals.resume.resolve();
  await resumeArrived;
  await progress.waitFor();
  arrivals.portfolio.resolve();

  await greeting(page, person).waitFor();
  const href = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(href ?? "")).body())).toBe(fingerprint(bytes));
  expect(visitor.consoleErrors()).toEqual([]);
});
