// A backend that lost a profile, or goes away in the middle: what a member's pages say, and that nothing is half done.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type StandaloneAppwrite, startAppwrite, startProductOn } from "../support/appwrite";
import { accessibilityProblems } from "../support/browser";
import { fact, profileOf, signedIn } from "../support/members";
import { greeting, person, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

let appwrite: StandaloneAppwrite;
beforeAll(async () => {
  appwrite = await startAppwrite();
});
afterAll(() => appwrite.dispose());
const product = useProduct({ start: () => startProductOn(appwrite), mayLogErrors: true });
let isUp = true;
beforeEach(async () => {
  if (!isUp) await bringBackendBack();
});

async function takeBackendAway(): Promise<void> {
  await appwrite.kill();
  isUp = false;
}

async function bringBackendBack(): Promise<void> {
  await appwrite.start();
  isUp = true;
}

/** Presses a button until the page goes on: the product asks the backend again only after a while. */
async function pressUntil(press: () => Promise<void>, isDone: () => Promise<boolean>): Promise<void> {
  const step = async () => {
    if (await isDone()) return true;
    await press();
    return isDone();
  };
  await expect.poll(step, { timeout: 60_000, interval: 1000 }).toBe(true);
}

/** Deletes the document of somebody's profile behind the product's back. */
async function loseProfile(userId: string): Promise<void> {
  const path = `/v1/databases/main/collections/users/documents/${userId}`;
  const headers = { "X-Appwrite-Project": "navarambh", "X-Appwrite-Key": appwrite.apiKey };
  const answer = await fetch(`${appwrite.origin}${path}`, { method: "DELETE", headers });
  expect(answer.status).toBe(204);
}

test.each([true, false])("a missing profile is completed from the dashboard (JavaScript: %s)", async (javaScript) => {
  const who = person({ role: "Mentor" });
  await signUpOverApi(product.server, who);
  const { page, open, complaints } = await signedIn(product, who, { javaScript });
  await loseProfile(String((await profileOf(page))?.id));
  await open("/dashboard");
  await greeting(page, who).waitFor();
  await page.getByText("Your profile is not there yet.").waitFor();
  expect(await fact(page, "Email").textContent()).toBe(who.email);
  expect(await fact(page, "Role").textContent()).toBe("Not specified");
  if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);

  // A file has no place before there is a profile.
  await open("/profile/file");
  await page.getByRole("heading", { level: 1, name: "Complete your profile" }).waitFor();
  await page.getByRole("button", { name: "Save my profile" }).click();
  await page.getByRole("alert").getByRole("heading", { name: "Please fill in all required fields" }).waitFor();
  if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("radio", { name: /^Investor/ }).check();
  await page.getByRole("combobox", { name: "Location" }).selectOption("Satara");
  await page.getByRole("button", { name: "Save my profile" }).click();
  await page.getByText("Your profile is saved.").waitFor();
  expect(await fact(page, "Role").textContent()).toBe("Investor");
  expect(await profileOf(page)).toMatchObject({ name: who.name, Email: who.email, location: "Satara" });
  expect(complaints()).toEqual([]);
});

test.each([true, false])(
  "a profile that could not be saved is as it was, and the form keeps everything (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    await signUpOverApi(product.server, who);
    const { page, open } = await signedIn(product, who, { javaScript });
    await open("/profile");
    await page.getByRole("combobox", { name: "Location" }).selectOption("Nagpur");
    await takeBackendAway();
    const save = () => page.getByRole("button", { name: "Save changes" }).click();
    await save();
    await page.getByRole("alert").getByRole("heading").waitFor();
    await page.getByRole("combobox", { name: "Location" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Location" }).inputValue()).toBe("Nagpur");
    if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);
    await bringBackendBack();
    await pressUntil(save, () => greeting(page, who).isVisible());
    expect((await profileOf(page))?.location).toBe("Nagpur");
  },
);

test.each([true, false])(
  "a file that could not be put in place or deleted says so, and everything is as it was (JavaScript: %s)",
  async (javaScript) => {
    const who = person({ role: "Mentor" });
    await signUpOverApi(product.server, who);
    const { page, open } = await signedIn(product, who, { javaScript });
    const bytes = fileBytes("pdf", 12_000);
    await open("/profile/file");
    await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", bytes));
    if (javaScript) await page.getByText("It has arrived.").waitFor();
    const add = () => page.getByRole("button", { name: "Add my portfolio" }).click();
    if (javaScript) {
      await takeBackendAway();
      await add();
      await page.getByText("The file has arrived: you need not choose it again.").waitFor();
      await bringBackendBack();
    }
    await pressUntil(add, () => greeting(page, who).isVisible());

    await page.getByRole("link", { name: "Delete plan.pdf" }).click();
    await page.getByRole("heading", { level: 1, name: "Delete your portfolio?" }).waitFor();
    await takeBackendAway();
    const remove = () => page.getByRole("button", { name: "Delete my portfolio" }).click();
    await remove();
    await page
      .getByText(/was not deleted$/)
      .or(page.getByText("Your file could not be looked up"))
      .first()
      .waitFor();
    if (javaScript) {
      await page
        .getByRole("alert")
        .getByText(/Try again/)
        .waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await bringBackendBack();
    await expect
      .poll(async () => (await profileOf(page))?.portfolioId, { timeout: 60_000, interval: 1000 })
      .toBeTruthy();
    const id = (await profileOf(page))?.portfolioId;
    const kept = await page.request.get(`/api/files/${id}/content`);
    expect(fingerprint(await kept.body())).toBe(fingerprint(bytes));
    await open("/profile/file/delete");
    await remove();
    await page.getByText("Your file is deleted.").waitFor();
  },
);
