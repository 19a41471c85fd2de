// The file field of the sign-up form.
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { fieldError } from "../support/forms";
import { createAccount, createPerson, fillSignUp, greeting } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();
const UPLOADED = "Kept. It goes with your profile.";

/** Chooses a PDF that is created in the page, so that the test does not have to send a large file to it. */
function choosePdf(field: Locator, name: string, size: number): Promise<void> {
  return field.evaluate(
    (input: HTMLInputElement, { name, size }) => {
      const files = new DataTransfer();
      files.items.add(new File(["%PDF-1.7", new Uint8Array(size - "%PDF-1.7".length)], name));
      input.files = files.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    { name, size },
  );
}

test("an unacceptable file has an error at its field, and an uploaded file can be removed", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  const field = page.getByLabel("Résumé", { exact: false });
  const error = () => fieldError(field);
  await visitor.open("/signup");
  await fillSignUp(page, person);

  await field.setInputFiles(writeFile("photo.png", fileBytes("pdf", 2_000)));
  await expect.poll(error).toBe("Choose a PDF or Word file (.pdf, .doc or .docx)");
  await field.setInputFiles(writeFile("cv.pdf", fileBytes("zip", 2_000)));
  await expect
    .poll(error)
    .toBe("This file is not what its name says. Save it again as PDF or Word and choose it once more");
  await field.setInputFiles(writeFile("cv.pdf", new Uint8Array()));
  await expect.poll(error).toBe("This file is empty. Choose another one");
  await choosePdf(field, "cv.pdf", 30_000_001);
  await expect.poll(error).toBe("This file is too large. The largest we can keep is 30 MB");

  await field.setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 10_000)));
  await page.getByText(UPLOADED).waitFor();
  expect(await error()).toBeNull();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText(UPLOADED).waitFor({ state: "detached" });
  await createAccount(page);
  await greeting(page, person).waitFor();
  await page.getByText("No résumé yet.").waitFor();
  expect(await page.getByRole("link", { name: /^Download/ }).count()).toBe(0);
  expect(visitor.consoleErrors()).toEqual([]);
});
