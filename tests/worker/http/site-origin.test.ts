import { describe, expect, it } from "vitest";
import { siteOrigin } from "../../../worker/http/site-origin";
import { join } from "../support/people";
import { createTestApp } from "../support/test-app";

const mailbox = async () => new Response();

describe("where the site is", () => {
  it.each([
    [
      "what the deployment says",
      { siteOrigin: "https://navarambh.example", mailbox: null },
      "http://evil.example/x",
      "https://navarambh.example",
    ],
    [
      "what was asked, where it says nothing",
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
      "127.0.0.1 on the embedded one",
      { siteOrigin: null, mailbox },
      "http://127.0.0.1:8787/x",
      "http://localhost:8787",
    ],
    ["[::1] on the embedded one", { siteOrigin: null, mailbox }, "http://[::1]:8787/x", "http://localhost:8787"],
  ])("is %s", (_, config, url, origin) => {
    expect(siteOrigin(config, url)).toBe(origin);
  });

  it("is localhost in a mail that was asked for at 127.0.0.1, so that it arrives", async () => {
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
