// A backend that answers, but cannot or may not store files.
import { describe, expect, it } from "vitest";
import { Faults, failsWith, rejectsWith } from "../../support/faults";
import { join, PASSWORD, signUpForm } from "../../support/people";
import { createTestApp } from "../../support/test-app";
import { createUpload, fileBytes, sendBytes, storedFiles, upload } from "../../support/uploads";

const PDF = { name: "cv.pdf", kind: "portfolio", size: 4000 } as const;
const BYTES = fileBytes(PDF.name, PDF.size);

/** To everybody but the API key, a disabled bucket does not exist. */
function disableBucket(faults: Faults): void {
  faults.onCallsWithoutKey(/ \/storage\//, rejectsWith(404, "storage_bucket_not_found"));
}

describe("a part that the backend fails to store", () => {
  it("is told as such while the rest of the backend works, and can be sent again", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    const location = (await createUpload(browser, PDF)).headers.get("Location") ?? "";
    faults.on(/^POST \/storage\//, failsWith(500));
    const failed = await sendBytes(browser, location, 0, BYTES);
    expect(await failed.json()).toMatchObject({ error: { code: 503, type: "storage_unavailable" } });
    faults.clear();
    expect((await sendBytes(browser, location, 0, BYTES)).status).toBe(204);
  });

  it("is a failure of the backend while the rest of it fails too", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    const location = (await createUpload(browser, PDF)).headers.get("Location") ?? "";
    faults.on(/./, failsWith(500));
    expect(await (await sendBytes(browser, location, 0, BYTES)).json()).toMatchObject({
      error: { code: 502, type: "backend_failed" },
    });
  });
});

describe("while the bucket is disabled", () => {
  it.each([
    ["a guest", false],
    ["a member", true],
  ])("%s cannot upload", async (_, isMember) => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    if (isMember) await join(browser);
    disableBucket(faults);
    const created = await createUpload(browser, PDF);
    const response = isMember ? await sendBytes(browser, created.headers.get("Location") ?? "", 0, BYTES) : created;
    expect(await response.json()).toMatchObject({ error: { code: 503, type: "storage_unavailable" } });
  });

  it("a guest can join without a file", async () => {
    const faults = new Faults();
    disableBucket(faults);
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    expect((await browser.send("POST", "/account", signUpForm())).status).toBe(201);
  });

  it("a member can delete the account, with the file of the profile", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    const file = await upload(browser, { kind: PDF.kind, name: PDF.name });
    const { email } = await join(browser, { portfolioId: file.id, uploadTicket: file.ticket });
    disableBucket(faults);
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    expect(await storedFiles()).not.toContain(file.id);
    const signIn = await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(signIn.status).toBe(401);
  });

  it("a member can delete the account after the bucket was deleted", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    const file = await upload(browser, { kind: PDF.kind, name: PDF.name });
    await join(browser, { portfolioId: file.id, uploadTicket: file.ticket });
    faults.on(/ \/storage\//, rejectsWith(404, "storage_bucket_not_found"));
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
  });
});
