// Appwrite without a mail server: nobody is told to look for an e-mail that never comes.
import { describe, expect, it } from "vitest";
import { Faults, MAIL_OFF, rejectsWith } from "../../support/faults";
import { join } from "../../support/people";
import { createTestApp } from "../../support/test-app";

describe("while Appwrite is known to have no mail server", () => {
  it.each([
    ["POST", "/account/recovery"],
    ["POST", "/account/tokens/email"],
  ])("%s %s says so, for a member's address and for an unknown one", async (method, path) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.on(/recovery$/, MAIL_OFF);
    await app.browser().send("GET", "/health");
    for (const address of [email, "nobody@example.org"]) {
      const response = await app.browser().send(method, path, { email: address });
      expect(await response.json()).toMatchObject({ error: { code: 503, type: "mail_unavailable" } });
    }
  });

  it("an address with an account does not change what others are told", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    await app.browser().send("GET", "/health");
    faults.on(/^POST \/account\/(tokens|recovery)/, MAIL_OFF);
    for (const address of [email, "nobody@example.org"]) {
      const response = await app.browser().send("POST", "/account/tokens/email", { email: address });
      expect(response.status).toBe(201);
    }
  });

  it("a member who wants to confirm the address is told, and the circuit stays closed", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    const { email } = await join(browser);
    faults.on(/verification/, MAIL_OFF);
    for (let i = 0; i < 5; i += 1) {
      const response = await browser.send("POST", "/account/verification");
      expect(await response.json()).toMatchObject({ error: { code: 503, type: "mail_unavailable" } });
    }
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });
});

describe("while the site's host is no platform of the Appwrite project", () => {
  const message = "Invalid `url` param: Invalid URI. Register your new client (localhost) as a new Web platform";
  const refusesLinks = rejectsWith(400, "general_argument_invalid", message);

  it("a recovery says that no mail is sent, a code is mailed, and health and log name the reason", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.on(/^POST \/account\/recovery$/, refusesLinks);
    expect(await (await app.browser().send("GET", "/health")).json()).toMatchObject({ mail: "links-off" });
    expect(app.log).toContainEqual(expect.objectContaining({ event: expect.stringContaining("no platform") }));
    const recovery = await app.browser().send("POST", "/account/recovery", { email });
    expect(await recovery.json()).toMatchObject({ error: { code: 503, type: "mail_unavailable" } });
    expect((await app.browser().send("POST", "/account/tokens/email", { email })).status).toBe(201);
  });

  it("another address of the site mails links as before", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.on(/^POST \/account\/recovery$/, refusesLinks, 1);
    const health = await app.fetch(new Request("https://localhost:8443/api/health"));
    expect(await health.json()).toMatchObject({ mail: "links-off" });
    expect((await app.browser().send("POST", "/account/recovery", { email })).status).toBe(202);
  });

  it("a member who wants to confirm the address is told that no mail can be sent", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.on(/^POST \/account\/(verification|recovery)/, refusesLinks);
    const response = await browser.send("POST", "/account/verification");
    expect(await response.json()).toMatchObject({ error: { code: 503, type: "mail_unavailable" } });
  });
});

describe("a recovery e-mail", () => {
  it.each(["user_blocked", "user_not_found"])(
    "that Appwrite does not send (%s) is no error in the log",
    async (type) => {
      const faults = new Faults();
      const app = createTestApp({ wrapServer: faults.wrap });
      faults.on(/^POST \/account\/recovery$/, rejectsWith(type === "user_blocked" ? 403 : 404, type));
      expect((await app.browser().send("POST", "/account/recovery", { email: "a@example.org" })).status).toBe(202);
      await app.waitForBackgroundTasks();
      expect(app.log.filter(({ level }) => level === "error")).toEqual([]);
    },
  );
});
