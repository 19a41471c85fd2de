import { expect, test } from "vitest";
import { ROLES } from "../../app/contract/lists";
import { createAccount, fillSignUp, greeting, person } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();

const CASES = ROLES.flatMap((role) =>
  [true, false].flatMap((withFile) => [true, false].map((javaScript) => ({ role, withFile, javaScript }))),
);

test.each(CASES)(
  "$role signs up (file: $withFile, JavaScript: $javaScript)",
  async ({ role, withFile, javaScript }) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const who = person({ role });
    const isStudent = role === "Student";
    const bytes = isStudent ? fileBytes("pdf", 40_000) : fileBytes("zip", 90_000);

    expect(await visitor.open("/signup")).toBe(200);
    await fillSignUp(page, who);
    if (withFile) {
      const file = writeFile(isStudent ? "asha.pdf" : "asha.zip", bytes);
      await page.getByLabel(isStudent ? "Résumé" : "Portfolio").setInputFiles(file);
      if (javaScript) await page.getByText("Kept. It goes with your profile.").waitFor();
    }
    await createAccount(page);

    await greeting(page, who).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await page.getByText("Your account is ready.").waitFor();
    await page.getByText("Manage your Navarambh profile").waitFor();
    const facts = await page.locator("dl").textContent();
    for (const fact of [who.name, who.email, who.location, role]) expect(facts).toContain(fact);
    expect(facts?.includes(who.student.college)).toBe(isStudent);

    const download = page.getByRole("link", { name: /^Download/ });
    expect(await download.count()).toBe(withFile ? 1 : 0);
    if (withFile) {
      const kept = await page.request.get((await download.getAttribute("href")) ?? "");
      expect(fingerprint(await kept.body())).toBe(fingerprint(bytes));
    }

    // The message is said once.
    await visitor.open("/dashboard");
    await greeting(page, who).waitFor();
    expect(await page.getByText("Your account is ready.").count()).toBe(0);
    expect(visitor.complaints()).toEqual([]);
  },
);
