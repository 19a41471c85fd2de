// The file in the sign-up form.
import { expect, test } from "vitest";
import { createAccount, fillSignUp, greeting, person } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();

test("a portfolio of 12 MB shows its progress and comes back byte for byte", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ role: "Entrepreneur" });
  const bytes = fileBytes("zip", 12_000_000);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let parts = 0;
  // The second part waits until the progress of the first was seen.
  await page.route("**/api/files/**", async (route) => {
    if (route.request().method() === "PATCH") {
      parts += 1;
      if (parts === 2) await released;
    }
    await route.continue();
  });

  await visitor.open("/signup");
  await fillSignUp(page, who);
  await page.getByLabel("Portfolio").setInputFiles(writeFile("weave.zip", bytes));
  const progress = page.getByRole("progressbar", { name: "Sending Portfolio" });
  await progress.waitFor();
  await page.getByText(/^5\.2 MB of 12\.0 MB/).waitFor();
  expect(await progress.getAttribute("value")).toBe("43");
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  release();
  await page.getByText("Kept. It goes with your profile.").waitFor();
  await createAccount(page);

  await greeting(page, who).waitFor();
  const link = page.getByRole("link", { name: /^Download/ });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("weave.zip");
  const kept = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(fingerprint(await kept.body())).toBe(fingerprint(bytes));
  expect(visitor.complaints()).toEqual([]);
});

test.each([true, false])("a file that cannot be kept is refused at its field (JavaScript: %s)", async (javaScript) => {
  const cases: [string, Uint8Array, string][] = [
    ["photo.png", fileBytes("pdf", 2_000), "Choose a PDF or Word file (.pdf, .doc or .docx)"],
    [
      "cv.pdf",
      fileBytes("zip", 2_000),
      "This file is not what its name says. Save it again as PDF or Word and choose it once more",
    ],
    ["cv.pdf", new Uint8Array(), "This file is empty. Choose another one"],
    ["cv.pdf", fileBytes("pdf", 30_000_001), "This file is too large. The largest we can keep is 30 MB"],
  ];
  const visitor = await product.visit({ javaScript });
  const { page } = visitor;
  const who = person();
  await visitor.open("/signup");
  await fillSignUp(page, who);
  for (const [name, bytes, words] of javaScript ? cases : cases.slice(0, 3)) {
    await page.getByLabel("Résumé").setInputFiles(writeFile(name, bytes));
    if (!javaScript) {
      await page.getByLabel("Password", { exact: true }).fill(who.password);
      await page.getByLabel("Confirm password", { exact: true }).fill(who.password);
      await createAccount(page);
    }
    await page.locator("#resume-wrong").getByText(words).waitFor();
    expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe(who.name);
  }
  expect(visitor.complaints()).toEqual([]);
});

test("a kept file can be removed again, and the account is made without it", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person();
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 10_000)));
  await page.getByText("Kept. It goes with your profile.").waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Kept. It goes with your profile.").waitFor({ state: "detached" });
  await createAccount(page);
  await greeting(page, who).waitFor();
  expect(await page.getByRole("link", { name: /^Download/ }).count()).toBe(0);
});

test("without JavaScript a file that arrived stays in the form when another answer is wrong", async () => {
  const visitor = await product.visit({ javaScript: false });
  const { page } = visitor;
  const who = person();
  const bytes = fileBytes("pdf", 50_000);
  await visitor.open("/signup");
  await fillSignUp(page, { ...who, phone: "123" });
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", bytes));
  await createAccount(page);
  await page.getByText("Kept. It goes with your profile.").waitFor();
  await page.getByRole("textbox", { name: "Phone" }).fill(who.phone);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByLabel("Confirm password", { exact: true }).fill(who.password);
  await createAccount(page);
  await greeting(page, who).waitFor();
  const href = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(href ?? "")).body())).toBe(fingerprint(bytes));
});
