import { describe, expect, it } from "vitest";
import { join, PASSWORD } from "../support/people";
import { switchOnSecondFactor } from "../support/second-factor";
import { createTestApp } from "../support/test-app";

describe("every cookie of the site", () => {
  it("is bound to this host and https, hidden from scripts, and not sent along by other sites' forms", async () => {
    const app = createTestApp({
      render: async ({ context }) => {
        context.flash.set("signed-in", "/dashboard");
        return new Response("");
      },
    });
    const browser = app.browser();
    const set = [await browser.fetch("/login")].flatMap(({ headers }) => headers.getSetCookie());
    const { email } = await join(app.browser());
    const credentials = { email, password: PASSWORD };
    set.push(...(await browser.send("POST", "/account/sessions/email", credentials)).headers.getSetCookie());
    await switchOnSecondFactor(email);
    set.push(...(await app.browser().send("POST", "/account/sessions/email", credentials)).headers.getSetCookie());

    const names = new Set(set.map((cookie) => cookie.split("=")[0]));
    expect([...names].sort()).toEqual(["__Host-device", "__Host-flash", "__Host-second-factor", "__Host-session"]);
    for (const cookie of set) {
      const attributes = cookie.split("; ").slice(1);
      expect(attributes, cookie).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]));
      expect(cookie).not.toMatch(/domain=/i);
    }
  });
});
