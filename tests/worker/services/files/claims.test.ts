// Who can claim a file with the ticket of its upload.
import { describe, expect, it } from "vitest";
import { join, signUpForm } from "../../support/people";
import { type Browser, createTestApp } from "../../support/test-app";
import { storedFiles, upload } from "../../support/uploads";

/** Creates a member with an upload that the profile does not name yet. */
async function memberWithUpload(browser: Browser) {
  const form = await join(browser);
  const file = await upload(browser, { kind: "portfolio", name: "work.pdf" });
  return { form, file, named: { portfolioId: file.id, uploadTicket: file.ticket } };
}

const WRONG = { password: "Tamarind-hill-42", confirmPassword: "Tamarind-hill-42" };
const REJECTED = { error: { code: 403, type: "upload_ticket_invalid" } };

describe("the ticket of a member's upload", () => {
  it("does not give the file to another member who signs in with the sign-up form", async () => {
    const app = createTestApp();
    const [victim, thief] = [app.browser(), app.browser()];
    const { file, named } = await memberWithUpload(victim);
    const own = await join(app.browser());
    const response = await thief.send("POST", "/account", { ...own, ...named });
    expect(await response.json()).toMatchObject(REJECTED);
    expect(thief.cookies.size).toBe(0);
    await app.waitForBackgroundTasks();
    expect((await victim.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });

  it("creates no account for another visitor", async () => {
    const app = createTestApp();
    const { named } = await memberWithUpload(app.browser());
    const stranger = app.browser();
    const form = signUpForm();
    expect(await (await stranger.send("POST", "/account", { ...form, ...named })).json()).toMatchObject(REJECTED);
    expect((await stranger.send("POST", "/account", form)).status).toBe(201);
  });

  it("tells nobody which addresses have an account", async () => {
    const app = createTestApp();
    const { form: own, named } = await memberWithUpload(app.browser());
    const { email: known } = await join(app.browser());
    const answerFor = async (email: string) => {
      const browser = app.browser();
      const response = await browser.send("POST", "/account", { ...signUpForm({ email }), ...named, ...WRONG });
      const { error } = await response.json<{ error: object }>();
      return { status: response.status, error: { ...error, requestId: "" }, cookies: [...browser.cookies] };
    };
    const answer = await answerFor("nobody.asks@example.org");
    expect(answer).toMatchObject(REJECTED);
    expect(await answerFor(known)).toEqual(answer);
    // Whoever has the file learns what is wrong.
    expect(await answerFor(own.email)).toMatchObject({ error: { type: "existing_account_wrong_password" } });
  });

  it("gives the file to its owner, who signs in with the sign-up form", async () => {
    const app = createTestApp();
    const { form, file, named } = await memberWithUpload(app.browser());
    const response = await app.browser().send("POST", "/account", { ...form, ...named });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ isNewUser: false, profile: { portfolioId: file.id } });
  });

  it("is invalid after the account and the file are deleted", async () => {
    const app = createTestApp();
    const member = app.browser();
    const { form, file, named } = await memberWithUpload(member);
    const deleted = await member.send("DELETE", "/account", { password: form.password });
    expect(deleted.status).toBe(204);
    expect(await storedFiles()).not.toContain(file.id);
    const stranger = await app.browser().send("POST", "/account", { ...signUpForm(), ...named });
    expect(stranger.status).toBeGreaterThanOrEqual(400);
    expect(await stranger.json()).not.toHaveProperty("user");
  });
});
