// Signing up with a portfolio. Signing up as a student with a résumé is in journey.test.ts.
import { expect, test } from "vitest";
import { holdPosts, waitForErrors } from "../support/forms";
import { createAccount, createPerson, fillSignUp, greeting, typePasswords } from "../support/people";
import { useProduct } from "../support/product";
import { downloadFile, fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();

test("a portfolio is uploaded in chunks with its progress, and a form that is submitted twice creates one account", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ role: "Mentor" });
  const bytes = fileBytes("zip", 6_000_000);
  const secondChunk = Promise.withResolvers<void>();
  let chunks = 0;
  await page.route("**/api/files/**", async (route) => {
    if (route.request().method() === "PATCH") {
      chunks += 1;
      if (chunks === 2) await secondChunk.promise;
    }
    await route.continue();
  });
  const posts = await holdPosts(page);

  await visitor.open("/signup");
  await fillSignUp(page, person);
  await page.getByLabel("Portfolio").setInputFiles(writeFile("weave.zip", bytes));
  await page.getByText(/^5\.2 MB of 6\.0 MB/).waitFor();
  const progress = page.getByRole("progressbar", { name: "Sending Portfolio" });
  expect(await progress.getAttribute("value")).toBe("87");
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  secondChunk.resolve();
  await page.getByText("Kept. It goes with your profile.").waitFor();

  await createAccount(page);
  await page.getByRole("button", { name: "Creating Account..." }).click({ force: true });
  posts.release();
  await greeting(page, person).waitFor();
  expect(posts.count()).toBe(1);
  const download = await downloadFile(page);
  expect(download.name).toBe("weave.zip");
  expect(fingerprint(download.bytes)).toBe(fingerprint(bytes));
  expect(visitor.consoleErrors()).toEqual([]);
});

test("without JavaScript a form with a mistake keeps its values and its file", async () => {
  const visitor = await product.visit({ javaScript: false });
  const { page } = visitor;
  const person = createPerson({ role: "Mentor" });
  const bytes = fileBytes("zip", 50_000);
  await visitor.open("/signup");
  await fillSignUp(page, { ...person, phone: "123" });
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.zip", bytes));
  await createAccount(page);

  expect(await waitForErrors(page, "Please enter a valid phone number")).toEqual([
    "Phone: Enter a phone number with 10 digits after +91 (India), like 98220 55501",
  ]);
  await page.getByText("plan.zip", { exact: true }).waitFor();
  await page.getByText("Kept. It goes with your profile.").waitFor();
  expect(await page.getByRole("textbox", { name: "Company URL" }).inputValue()).toBe(person.companyUrl);
  await page.getByRole("textbox", { name: "Phone" }).fill(person.phone);
  await typePasswords(page, person.password);
  await createAccount(page);

  await greeting(page, person).waitFor();
  expect(fingerprint((await downloadFile(page)).bytes)).toBe(fingerprint(bytes));
  expect(visitor.consoleErrors()).toEqual([]);
});
