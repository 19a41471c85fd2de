import { describe, expect, it } from "vitest";
import { siteOrigin } from "../../../worker/http/site-origin";
import { join } from "../support/people";
import { createTestApp } from "../support/test-app";

const mailbox = async () => new Response();

describe("siteOrigin", () => {
  it.each([
    [
      "the setting, if there is one",
      { siteOrigin: "https://navarambh.example", mailbox: null },
      "http://evil.example/x",
      "https://navarambh.example",
    ],
    [
      "the request's origin without the setting",
      { siteOrigin: null, mailbox: null },
      "https://www.example/x",
      "https://www.example",
    ],
    [
      "127.0.0.1 on a real backend",
      { siteOrigin: null, mailbox: null },
      "http://127.0.0.1:8787/x",
      "http://127.0.0.1:8787",
    ],
    [
      "localhost for 127.0.0.1 on the embedded backend",
      { siteOrigin: null, mailbox },
      "http://127.0.0.1:8787/x",
      "http://localhost:8787",
    ],
    [
      "localhost for an address of the local network on the embedded backend",
      { siteOrigin: null, mailbox },
      "http://192.168.1.20:5173/x",
      "http://localhost:5173",
    ],
    [
      "localhost for a foreign name on the embedded backend",
      { siteOrigin: null, mailbox },
      "http://evil.example:5173/x",
      "http://localhost:5173",
    ],
    [
      "localhost for [::1] on the embedded backend",
      { siteOrigin: null, mailbox },
      "http://[::1]:8787/x",
      "http://localhost:8787",
    ],
  ])("is %s", (_, config, url, origin) => {
    expect(siteOrigin(config, url)).toBe(origin);
  });

  it("is localhost in an e-mail that was requested at 127.0.0.1", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const headers = { "Content-Type": "application/json" };
    const url = "http://127.0.0.1:8787/api/account/recovery";
    const response = await app.fetch(new Request(url, { method: "POST", headers, body: JSON.stringify({ email }) }));
    expect(response.status).toBe(202);
    await app.waitForBackgroundTasks();
    const mails = await (await app.browser().fetch("/__mailbox.json")).json<{ to: string; links: string[] }[]>();
    expect(mails[0]).toMatchObject({ to: email });
    expect(mails[0]?.links[0]).toMatch(/^http:\/\/localhost:8787\/reset-password\?/);
  });
});
