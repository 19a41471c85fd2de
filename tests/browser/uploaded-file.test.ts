// How long a tab keeps an uploaded file.
import { rmSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration } from "../support/browser";
import { fetchProfile, newMember, setSession } from "../support/members";
import { createAccount, createPerson, fillSignUp, greeting, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();
const UPLOADED = "Kept. It goes with your profile.";

const chooseStudent = (page: Page) => page.getByRole("radio", { name: /^Student/ }).check();

async function signOut(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

test("an uploaded file survives a reload, and is gone for the next person who signs up in that tab", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await visitor.open("/signup");
  await chooseStudent(page);
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 9_000)));
  await page.getByText(UPLOADED).waitFor();
  await visitor.open("/signup");
  await fillSignUp(page, person);
  await page.getByText(UPLOADED).waitFor();
  await page.getByText("cv.pdf", { exact: true }).waitFor();
  await createAccount(page);
  await greeting(page, person).waitFor();
  await page.getByRole("link", { name: "Download cv.pdf" }).waitFor();
  await signOut(page);

  await visitor.open("/signup");
  await chooseStudent(page);
  await page.getByLabel("Résumé").waitFor();
  expect(await page.getByText("cv.pdf").count()).toBe(0);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a file that was uploaded before an account existed is forgotten when a member signs out in that tab", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await visitor.open("/signup");
  await chooseStudent(page);
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 9_000)));
  await page.getByText(UPLOADED).waitFor();
  // The account is created over the API, so that this tab still has the file.
  await setSession(page, await signUpOverApi(product.server, person));
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  await signOut(page);
  await visitor.open("/signup");
  await chooseStudent(page);
  await page.getByLabel("Résumé").waitFor();
  expect(await page.getByText("cv.pdf").count()).toBe(0);
});

test("when the role changes during an upload, the account gets the file of the new role", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ role: "Mentor" });
  const bytes = fileBytes("pdf", 20_000);
  const uploads = { resume: Promise.withResolvers<void>(), portfolio: Promise.withResolvers<void>() };
  let uploadCount = 0;
  await page.route("**/api/files/**", async (route) => {
    if (route.request().method() === "PATCH") {
      uploadCount += 1;
      await (uploadCount === 1 ? uploads.resume : uploads.portfolio).promise;
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
  const resumeUploaded = page.waitForResponse((response) => response.request().method() === "PATCH");
  uploads.resume.resolve();
  await resumeUploaded;
  await progress.waitFor();
  uploads.portfolio.resolve();

  await greeting(page, person).waitFor();
  const href = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(href ?? "")).body())).toBe(fingerprint(bytes));
  expect(visitor.consoleErrors()).toEqual([]);
});

test.each([
  { state: "on the device", isGone: false },
  { state: "gone from the device", isGone: true },
])("a page that Back loads anew does not send its file again ($state)", async ({ isGone }) => {
  const visitor = await product.visit();
  const { page } = visitor;
  const path = writeFile("cv.pdf", fileBytes("pdf", 9_000));
  let uploadCount = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/files")) uploadCount += 1;
  });
  await visitor.open("/signup");
  await chooseStudent(page);
  await page.getByLabel("Résumé").setInputFiles(path);
  await page.getByText(UPLOADED).waitFor();
  await visitor.open("/terms");
  if (isGone) rmSync(path);
  await page.goBack();
  await waitForHydration(page);
  await page.getByText(UPLOADED).waitFor();
  await page.getByText("cv.pdf", { exact: true }).waitFor();
  // The browser has put the file back into the field, which would post it with the form.
  expect(await page.getByLabel("Résumé").inputValue()).toBe("");
  expect(uploadCount).toBe(1);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("Back does not upload the file of one member as another", async () => {
  const { visitor, page } = await newMember(product);
  await visitor.open("/profile/file");
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 9_000)));
  await page.getByText(/^It has arrived/).waitFor();
  await visitor.open("/terms");
  await setSession(page, await signUpOverApi(product.server, createPerson()));
  const uploads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/files")) uploads.push(request.method());
  });
  await page.goBack();
  await waitForHydration(page);
  expect(await page.getByLabel("Résumé").inputValue()).toBe("");
  expect(uploads).toEqual([]);
  expect(await page.getByText("cv.pdf").count()).toBe(0);
});

test("the same file can be chosen again after it was edited", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await visitor.open("/signup");
  await fillSignUp(page, person);
  const resume = page.getByLabel("Résumé");
  await resume.setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 9_000)));
  await page.getByText(UPLOADED).waitFor();
  const edited = fileBytes("pdf", 9_100);
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Choose another file").click();
  await chooser;
  // With an empty field, every choice is a change.
  expect(await resume.inputValue()).toBe("");
  await (await chooser).setFiles(writeFile("cv.pdf", edited));
  await page.getByText(UPLOADED).waitFor();
  await createAccount(page);
  await greeting(page, person).waitFor();
  const saved = await page.request.get(`/api/files/${(await fetchProfile(page))?.resumeId}/content`);
  expect(fingerprint(await saved.body())).toBe(fingerprint(edited));
});
