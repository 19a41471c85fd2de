// A member's file: adding, replacing, downloading and deleting it, with and without JavaScript.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityProblems, type Visitor, type VisitorOptions } from "../support/browser";
import { profileOf, signedIn } from "../support/members";
import { greeting, type Person, person, signUpOverApi, summary } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();
const ARRIVED = "It has arrived.";

async function member(who: Person, options: VisitorOptions = {}): Promise<Visitor> {
  await signUpOverApi(product.server, who);
  return signedIn(product, who, options);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Goes to the form that adds the first file, and sends one. */
async function addFile(page: Page, kind: "résumé" | "portfolio", name: string, bytes: Uint8Array): Promise<void> {
  await page.getByRole("link", { name: `Add your ${kind}` }).click();
  await page.getByRole("heading", { level: 1, name: `Add your ${kind}` }).waitFor();
  await page.locator('input[type="file"]').setInputFiles(writeFile(name, bytes));
  await press(page, `Add my ${kind}`);
  await page.getByText("Your file is in its place.").waitFor();
}

/** The member's file, as the dashboard's link gives it. */
async function download(page: Page): Promise<string> {
  const href = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  return fingerprint(await (await page.request.get(href ?? "")).body());
}

test.each([true, false])(
  "a file is added, and stands on the dashboard by name and size (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    const visitor = await member(who, { javaScript });
    const { page } = visitor;
    await page.getByText("No résumé yet.").waitFor();
    const bytes = fileBytes("pdf", 1_234_567);
    await addFile(page, "résumé", "Asha résumé.pdf", bytes);
    await greeting(page, who).waitFor();
    await page.getByText("Asha résumé.pdf", { exact: true }).first().waitFor();
    await page.getByText(/^1\.2 MB, here since /).waitFor();
    expect(await download(page)).toBe(fingerprint(bytes));
    if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);
    expect(visitor.complaints()).toEqual([]);
  },
);

test.each([true, false])(
  "replacing says what goes, and it goes once the new file is in place (JavaScript: %s)",
  async (javaScript) => {
    const who = person({ role: "Entrepreneur" });
    const visitor = await member(who, { javaScript });
    const { page } = visitor;
    await addFile(page, "portfolio", "first.pdf", fileBytes("pdf", 20_000));
    const firstId = (await profileOf(page))?.portfolioId;
    await page.getByRole("link", { name: "Replace first.pdf" }).click();
    await page.getByRole("heading", { level: 1, name: "Replace your portfolio" }).waitFor();
    await page.getByText("takes the place of first.pdf, which is then deleted").waitFor();
    if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);

    const bytes = fileBytes("zip", 150_000);
    await page.getByLabel("New portfolio").setInputFiles(writeFile("second.zip", bytes));
    await press(page, "Replace my portfolio");
    await page.getByText("Your file is in its place.").waitFor();
    await page.getByText("second.zip", { exact: true }).first().waitFor();
    expect(await download(page)).toBe(fingerprint(bytes));
    await expect.poll(async () => (await page.request.get(`/api/files/${firstId}/content`)).status()).toBe(404);
    expect(visitor.complaints()).toEqual([]);
  },
);

test.each([true, false])("deleting asks once, and nothing of the file is left (JavaScript: %s)", async (javaScript) => {
  const who = person();
  const visitor = await member(who, { javaScript });
  const { page } = visitor;
  await addFile(page, "résumé", "cv.pdf", fileBytes("pdf", 9_000));
  const id = (await profileOf(page))?.resumeId;
  await page.getByRole("link", { name: "Delete cv.pdf" }).click();
  await page.getByRole("heading", { level: 1, name: "Delete your résumé?" }).waitFor();
  if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Keep it" }).click();
  await page.getByText("cv.pdf", { exact: true }).first().waitFor();

  await page.getByRole("link", { name: "Delete cv.pdf" }).click();
  await press(page, "Delete my résumé");
  await page.getByText("Your file is deleted.").waitFor();
  await page.getByText("No résumé yet.").waitFor();
  expect((await profileOf(page))?.resumeId).toBeNull();
  expect((await page.request.get(`/api/files/${id}/content`)).status()).toBe(404);
  expect(visitor.complaints()).toEqual([]);
});

test.each([true, false])(
  "a file that cannot be kept is refused at its field, and the one that is there stays (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    const { page, open, complaints } = await member(who, { javaScript });
    await addFile(page, "résumé", "cv.pdf", fileBytes("pdf", 9_000));
    await open("/profile/file");
    await press(page, "Replace my résumé");
    await summary(page, "Choose a file first").waitFor();
    if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("New résumé").setInputFiles(writeFile("photo.png", fileBytes("pdf", 2_000)));
    if (!javaScript) await press(page, "Replace my résumé");
    await page.locator("#resume-wrong").getByText("Choose a PDF or Word file (.pdf, .doc or .docx)").waitFor();
    if (javaScript) {
      expect(await accessibilityProblems(page)).toEqual([]);
      await press(page, "Keep the file I have");
    }
    await page.getByRole("link", { name: "Back to the dashboard" }).click();
    await page.getByText("cv.pdf", { exact: true }).first().waitFor();
    expect(complaints()).toEqual([]);
  },
);

test("a lost line pauses the upload, and it goes on by itself; a form that was sent meanwhile waits for it", async () => {
  const who = person({ role: "Mentor" });
  const { page, open } = await member(who);
  const bytes = fileBytes("zip", 12_000_000);
  let isLost = false;
  await page.route("**/api/files/**", async (route) => {
    if (route.request().method() === "PATCH" && isLost) return route.abort();
    if (route.request().method() === "PATCH") isLost = true;
    return route.continue();
  });
  await open("/profile/file");
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.zip", bytes));
  await page.getByText(/^5\.2 MB of 12\.0 MB/).waitFor();
  await page.getByText("The connection is gone. It goes on by itself when you are back.").first().waitFor();
  await page.getByRole("button", { name: "Add my portfolio" }).dblclick();
  await page.getByText("Your file is still on its way. 43% of it has arrived.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unroute("**/api/files/**");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByText("Your file is in its place.").waitFor();
  expect(await download(page)).toBe(fingerprint(bytes));
});

test("after a reload in the middle the same file goes on from where it stopped, and one that arrived is still there", async () => {
  const who = person({ role: "Mentor" });
  const { page, open } = await member(who);
  const path = writeFile("plan.zip", fileBytes("zip", 12_000_000));
  let parts = 0;
  await page.route("**/api/files/**", (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    parts += 1;
    return parts === 2 ? new Promise<void>(() => {}) : route.continue();
  });
  await open("/profile/file");
  await page.getByLabel("Portfolio").setInputFiles(path);
  await page.getByText(/^5\.2 MB of 12\.0 MB/).waitFor();
  // What is shown was sent; only with the second part is it known to have arrived.
  await expect.poll(() => parts).toBe(2);
  await page.reload();
  await page.getByText("plan.zip was not sent to its end.").waitFor();
  await page.getByLabel("Portfolio").setInputFiles(path);
  await page.getByText(ARRIVED).waitFor();
  // The second part was cut off, and the first is not sent again.
  expect(parts).toBe(4);
  await page.reload();
  await page.getByText(ARRIVED).waitFor();
  await press(page, "Add my portfolio");
  await page.getByText("Your file is in its place.").waitFor();
  await open("/profile/file");
  expect(await page.getByText(ARRIVED).count()).toBe(0);
});

test.each([true, false])(
  "a file outlives a change of role, until another takes its place (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    const { page, complaints } = await member(who, { javaScript });
    const cv = fileBytes("pdf", 9_000);
    await addFile(page, "résumé", "cv.pdf", cv);
    await page.getByRole("link", { name: "Edit profile" }).click();
    await page.getByRole("radio", { name: /^Mentor/ }).check();
    await page.getByText("Your file stays with you until you replace or delete it.").waitFor();
    await press(page, "Save changes");
    await page.getByText("You kept this résumé in an earlier role.").waitFor();
    expect(await download(page)).toBe(fingerprint(cv));
    const id = (await profileOf(page))?.resumeId;

    await page.getByRole("link", { name: "Replace cv.pdf" }).click();
    await page.getByText("takes the place of cv.pdf, your résumé, which is then deleted").waitFor();
    const plan = fileBytes("zip", 20_000);
    await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.zip", plan));
    await press(page, "Add my portfolio");
    await page.getByText("Your file is in its place.").waitFor();
    expect(await profileOf(page)).toMatchObject({ role: "Mentor", resumeId: null });
    expect(await download(page)).toBe(fingerprint(plan));
    await expect.poll(async () => (await page.request.get(`/api/files/${id}/content`)).status()).toBe(404);
    expect(complaints()).toEqual([]);
  },
);

test("a form that asks to delete no file deletes none, and says nothing of one", async () => {
  const { page } = await member(person());
  await addFile(page, "résumé", "cv.pdf", fileBytes("pdf", 9_000));
  const headers = { Origin: new URL(page.url()).origin };
  const answer = await page.request.post("/profile/file/delete", { form: { kind: "resume", id: "" }, headers });
  expect(new URL(answer.url()).pathname).toBe("/dashboard");
  expect(await answer.text()).not.toContain("Your file is deleted.");
  expect((await profileOf(page))?.resumeId).not.toBeNull();
});

test.each([true, false])(
  "a page that asked about one file does not delete another (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    const { page } = await member(who, { javaScript });
    await addFile(page, "résumé", "cv.pdf", fileBytes("pdf", 9_000));
    const other = await page.context().newPage();
    await other.goto("/profile/file/delete");
    await page.getByRole("link", { name: "Replace cv.pdf" }).click();
    await page.getByLabel("New résumé").setInputFiles(writeFile("newer.pdf", fileBytes("pdf", 8_000)));
    await press(page, "Replace my résumé");
    await page.getByText("Your file is in its place.").waitFor();

    await press(other, "Delete my résumé");
    await other.getByText("Your file has changed since this page was opened.").waitFor();
    expect((await profileOf(page))?.resumeId).not.toBeNull();
    // The page now asks about the file that is there.
    await other.getByText("newer.pdf", { exact: true }).first().waitFor();
    await press(other, "Delete my résumé");
    await other.getByText("Your file is deleted.").waitFor();
  },
);
