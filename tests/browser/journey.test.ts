// The main user journey: signing up, using the profile, signing out and in again.
import { expect, test } from "vitest";
import { profileValue } from "../support/members";
import { createAccount, createPerson, fillSignUp, greeting, signIn } from "../support/people";
import { useProduct } from "../support/product";
import { downloadFile, fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();

test.each([true, false])(
  "a student joins with a résumé, downloads it, edits the profile, signs out and in again (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const person = createPerson();
    const bytes = fileBytes("pdf", 40_000);

    expect(await visitor.open("/signup")).toBe(200);
    await fillSignUp(page, person);
    await page.getByLabel("Résumé").setInputFiles(writeFile("asha.pdf", bytes));
    if (javaScript) await page.getByText("Kept. It goes with your profile.").waitFor();
    await createAccount(page);

    await greeting(page, person).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await page.getByText("Your account is ready.").waitFor();
    const download = await downloadFile(page);
    expect(download.name).toBe("asha.pdf");
    expect(fingerprint(download.bytes)).toBe(fingerprint(bytes));

    await page.getByRole("link", { name: "Edit profile" }).click();
    await page.getByRole("combobox", { name: "Location" }).selectOption("Latur");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your profile is saved.").waitFor();
    expect(await profileValue(page, "Location").textContent()).toBe("Latur");

    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await visitor.open("/login");
    await signIn(page, person);
    await greeting(page, person).waitFor();
    await page.getByText("Welcome back to Navarambh!").waitFor();
    expect(await profileValue(page, "Location").textContent()).toBe("Latur");
    expect(visitor.consoleErrors()).toEqual([]);
  },
);
