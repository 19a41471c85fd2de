// Appwrite limits the deletion of sessions by IP address, which a whole college may share.
import { describe, expect, it } from "vitest";
import { Faults, rejectsWith } from "../../support/faults";
import { join, PASSWORD, signIn } from "../../support/people";
import { type Browser, createTestApp } from "../../support/test-app";

const GUEST = { user: null, profile: null };
const account = async (browser: Browser) => (await browser.send("GET", "/account")).json();

/** A member who is signed in on two devices, while Appwrite rejects every deletion of a session by a member. */
async function limitedMember() {
  const faults = new Faults();
  const app = createTestApp({ wrapServer: faults.wrap });
  const [phone, laptop] = [app.browser(), app.browser()];
  const { email } = await join(phone);
  await signIn(laptop, email);
  faults.on(/^DELETE \/account\/sessions/, rejectsWith(429, "general_rate_limit_exceeded"));
  return { app, phone, laptop, email };
}

describe("while Appwrite limits the deletion of sessions", () => {
  it("signing out ends all devices", async () => {
    const { phone, laptop } = await limitedMember();
    expect((await phone.send("DELETE", "/account/sessions")).status).toBe(204);
    expect(await account(laptop)).toEqual(GUEST);
  });

  it("a listed session is ended, and only that one", async () => {
    const { phone, laptop, email } = await limitedMember();
    const listed = await (await phone.send("GET", "/account/sessions")).json<{
      sessions: { id: string; current: boolean }[];
    }>();
    const other = listed.sessions.find(({ current }) => !current);
    expect((await phone.send("DELETE", `/account/sessions/${other?.id}`)).status).toBe(204);
    expect(await account(laptop)).toEqual(GUEST);
    expect(await account(phone)).toMatchObject({ user: { email } });
  });

  it("an unknown session is 404, as without the limit", async () => {
    const { phone } = await limitedMember();
    expect((await phone.send("DELETE", "/account/sessions/6b04b0433d4780ecaa34")).status).toBe(404);
  });

  it("a new password ends the other devices", async () => {
    const { phone, laptop } = await limitedMember();
    const change = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await phone.send("PATCH", "/account/password", change)).status).toBe(200);
    expect(await account(laptop)).toEqual(GUEST);
  });

  it("a session that has ended signs nobody out", async () => {
    const { app, phone, laptop, email } = await limitedMember();
    const stale = app.browser();
    for (const [name, value] of phone.cookies) stale.cookies.set(name, value);
    const { sessions } = await (await laptop.send("GET", "/account/sessions")).json<{
      sessions: { id: string; current: boolean }[];
    }>();
    await laptop.send("DELETE", `/account/sessions/${sessions.find(({ current }) => !current)?.id}`);
    expect((await stale.send("DELETE", "/account/sessions")).status).toBe(204);
    await app.waitForBackgroundTasks();
    expect(await account(laptop)).toMatchObject({ user: { email } });
  });
});
