import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, visit } from "../support/browser";
import { createAccount, EVERY_ROLE, fillSignUp, person } from "../support/people";
import { type Server, startServer } from "../support/server";
import { fileBytes, writeFile } from "../support/test-files";

let server: Server;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(() => Promise.all([browser.close(), server.dispose()]));

const CASES = EVERY_ROLE.flatMap((role) =>
  [true, false].flatMap((withFile) => [true, false].map((javaScript) => ({ role, withFile, javaScript }))),
);

test.each(CASES)(
  "$role signs up (file: $withFile, JavaScript: $javaScript)",
  async ({ role, withFile, javaScript }) => {
    const visitor = await visit(browser, server, { javaScript });
    const { page } = visitor;
    const who = person({ role });
    const label = role === "Student" ? "Résumé" : "Portfolio";
    const bytes = role === "Student" ? fileBytes("pdf", 40_000) : fileBytes("zip", 90_000);

    await visitor.open("/signup");
    await fillSignUp(page, who);
    if (withFile) {
      await page.getByLabel(label).setInputFiles(writeFile(role === "Student" ? "asha.pdf" : "asha.zip", bytes));
      if (javaScript) await page.getByText("Kept. It goes with your profile.").waitFor();
    }
    await createAccount(page);

    await page.getByRole("heading", { level: 1, name: `Welcome back, ${who.name}!` }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await page.getByText("Your account is ready.").waitFor();
    const facts = await page.locator("dl").innerText();
    for (const fact of [who.name, who.email, who.location, role]) expect(facts).toContain(fact);
    expect(facts.includes("College")).toBe(role === "Student");

    const download = page.getByRole("link", { name: /^Download/ });
    expect(await download.count()).toBe(withFile ? 1 : 0);
    if (withFile) {
      const kept = await page.request.get((await download.getAttribute("href")) ?? "");
      expect((await kept.body()).equals(bytes)).toBe(true);
    }

    // The message is said once.
    await visitor.open("/dashboard");
    await page.getByRole("heading", { level: 1, name: `Welcome back, ${who.name}!` }).waitFor();
    expect(await page.getByText("Your account is ready.").count()).toBe(0);
    expect(visitor.complaints()).toEqual([]);
  },
);
