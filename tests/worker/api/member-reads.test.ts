import { expect, it } from "vitest";
import { createApiClient } from "../../../worker/api/client";
import { Faults } from "../support/faults";
import { join } from "../support/people";
import { createTestApp } from "../support/test-app";

it("a page that asks for the account and the file reads account and profile once", async () => {
  const faults = new Faults();
  const app = createTestApp({
    wrapServer: faults.wrap,
    render: async ({ context }) => {
      const { client } = createApiClient(context);
      const [account, file] = await Promise.all([client.account.$get(), client.profile.file.$get()]);
      return Response.json([await account.json(), await file.json()]);
    },
  });
  const browser = app.browser();
  await join(browser);
  await app.waitForBackgroundTasks();
  faults.calls.length = 0;
  const page = await (await browser.fetch("/dashboard")).json();
  expect(page).toMatchObject([{ profile: { role: "Mentor" } }, { file: null }]);
  // The account; the profile, by its own id and by the account's; the files.
  expect(faults.calls).toHaveLength(4);
});

it("what a call changed is read anew by the next", async () => {
  const app = createTestApp({
    render: async ({ context }) => {
      const { client } = createApiClient(context);
      await client.account.$get();
      await client.profile.$patch({ json: { location: "Nagpur" } });
      return new Response(await (await client.account.$get()).text());
    },
  });
  const browser = app.browser();
  await join(browser);
  expect(await (await browser.fetch("/dashboard")).json()).toMatchObject({ profile: { location: "Nagpur" } });
});
