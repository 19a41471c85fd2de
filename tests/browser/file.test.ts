// A member's file: adding, replacing, downloading and deleting it.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityViolations } from "../support/browser";
import { fieldErrors, formError, waitForErrors } from "../support/forms";
import { fetchProfile, newMember } from "../support/members";
import { createPerson, greeting } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();
const UPLOADED = "It has arrived.";
const SAVED = "Your file is in its place.";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Downloads the file by the dashboard's link. @returns its fingerprint */
async function downloadFingerprint(page: Page): Promise<string> {
  const href = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  return fingerprint(await (await page.request.get(href ?? "")).body());
}

const statusOf = async (page: Page, fileId: unknown) =>
  (await page.request.get(`/api/files/${fileId}/content`)).status();

test.each([true, false])(
  "a file is added and replaced after a mistake, and deleted after a confirmation (JavaScript: %s)",
  async (javaScript) => {
    const { visitor, page, person } = await newMember(product, { javaScript });
    /** Axe needs JavaScript. */
    const violations = async () => (javaScript ? accessibilityViolations(page) : []);
    await visitor.open("/dashboard");
    await page.getByText("No résumé yet.").waitFor();
    await page.getByRole("link", { name: "Add your résumé" }).click();
    await page.getByRole("heading", { level: 1, name: "Add your résumé" }).waitFor();
    await press(page, "Add my résumé");
    expect(await waitForErrors(page, "Choose a file first")).toEqual(["Résumé: Choose a file first"]);
    const first = fileBytes("pdf", 1_234_567);
    await page.getByLabel("Résumé").setInputFiles(writeFile("Asha résumé.pdf", first));
    if (javaScript) {
      await page.getByText(UPLOADED).waitFor();
      await page.reload();
      await page.getByText(UPLOADED).waitFor();
    }
    await press(page, "Add my résumé");
    await page.getByText(SAVED).waitFor();
    await greeting(page, person).waitFor();
    await page.getByText("Asha résumé.pdf", { exact: true }).first().waitFor();
    await page.getByText(/^1\.2 MB, here since /).waitFor();
    expect(await downloadFingerprint(page)).toBe(fingerprint(first));
    expect(await violations()).toEqual([]);
    const firstId = (await fetchProfile(page))?.resumeId;

    await page.getByRole("link", { name: "Replace Asha résumé.pdf" }).click();
    await page.getByRole("heading", { level: 1, name: "Replace your résumé" }).waitFor();
    await page.getByText("takes the place of Asha résumé.pdf, which is then deleted").waitFor();
    expect(await page.getByText(UPLOADED).count()).toBe(0);
    await page.getByLabel("New résumé").setInputFiles(writeFile("photo.png", first.subarray(0, 2_000)));
    if (!javaScript) await press(page, "Replace my résumé");
    const wrongType = "New résumé: Choose a PDF or Word file (.pdf, .doc or .docx)";
    await expect.poll(() => fieldErrors(page)).toEqual([wrongType]);
    expect(await violations()).toEqual([]);
    if (javaScript) {
      await press(page, "Keep the file I have");
      await expect.poll(() => fieldErrors(page)).toEqual([]);
    }
    const second = fileBytes("docx", 150_000);
    await page.getByLabel("New résumé").setInputFiles(writeFile("second.docx", second));
    await press(page, "Replace my résumé");
    await page.getByText(SAVED).waitFor();
    await page.getByText("second.docx", { exact: true }).first().waitFor();
    expect(await downloadFingerprint(page)).toBe(fingerprint(second));
    await expect.poll(() => statusOf(page, firstId)).toBe(404);

    await page.getByRole("link", { name: "Delete second.docx" }).click();
    await page.getByRole("heading", { level: 1, name: "Delete your résumé?" }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole("link", { name: "Keep it" }).click();
    await page.getByRole("link", { name: "Delete second.docx" }).click();
    await page.getByRole("heading", { level: 1, name: "Delete your résumé?" }).waitFor();
    // The file is replaced in another tab, so the page must ask again before it deletes the new one.
    const newer = { name: "newer.pdf", mimeType: "application/pdf", buffer: fileBytes("pdf", 8_000) };
    const headers = { Origin: product.server.origin };
    await page.request.post("/profile/file", { multipart: { kind: "resume", resume: newer }, headers });
    const newerId = (await fetchProfile(page))?.resumeId;
    await press(page, "Delete my résumé");
    await formError(page, "second.docx was not deleted").waitFor();
    await page.getByText("Your file has changed since this page was opened.").waitFor();
    await page.getByText("newer.pdf", { exact: true }).first().waitFor();
    expect(await statusOf(page, newerId)).toBe(200);
    await press(page, "Delete my résumé");
    await page.getByText("Your file is deleted.").waitFor();
    await page.getByText("No résumé yet.").waitFor();
    expect((await fetchProfile(page))?.resumeId).toBeNull();
    expect(await statusOf(page, newerId)).toBe(404);
    expect(visitor.consoleErrors()).toEqual([]);
  },
);

test("an upload resumes after a reload and a lost connection, and the submitted form waits for it", async () => {
  const { visitor, page } = await newMember(product, {}, createPerson({ role: "Mentor" }));
  const bytes = fileBytes("zip", 6_000_000);
  const path = writeFile("plan.zip", bytes);
  /** The offset of each chunk that the browser sends, in bytes. */
  const offsets: number[] = [];
  let isOffline = false;
  let lookUps = 0;
  await page.route("**/api/files/**", (route) => {
    const request = route.request();
    // The first look-up of the offset meets the limit on bursts.
    if (request.method() === "HEAD" && ++lookUps === 1) return route.fulfill({ status: 429 });
    if (request.method() !== "PATCH") return route.continue();
    // Chromium reports this as a timeout, not as an error.
    if (isOffline) return route.abort("timedout");
    offsets.push(Number(request.headers()["upload-offset"]));
    // The second chunk hangs until the reload.
    return offsets.length === 2 ? new Promise<void>(() => {}) : route.continue();
  });
  await visitor.open("/profile/file");
  await page.getByLabel("Portfolio").setInputFiles(path);
  await page.getByText(/^5\.2 MB of 6\.0 MB/).waitFor();
  // The progress counts sent bytes. Only the second request proves that the first chunk arrived.
  await expect.poll(() => offsets.length).toBe(2);
  await page.reload();
  await page.getByText("plan.zip was not sent completely.").waitFor();
  isOffline = true;
  await page.getByLabel("Portfolio").setInputFiles(path);
  await page.getByText("It is not getting through right now. It goes on by itself.").first().waitFor();
  await page.getByRole("button", { name: "Add my portfolio" }).dblclick();
  await page.getByText("Your file is still on its way. About 87% is sent.").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  isOffline = false;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByText(SAVED).waitFor();
  // The first chunk is not sent again. The second may be sent twice, since the `online` event can interrupt an attempt.
  expect(offsets[0]).toBe(0);
  expect(new Set(offsets.slice(2))).toEqual(new Set([5 * 1024 * 1024]));
  expect(await downloadFingerprint(page)).toBe(fingerprint(bytes));
});
