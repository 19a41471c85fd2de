// What a browser tells a screen reader of a page that it has not laid out whole yet.
import { expect, test } from "vitest";
import { useProduct } from "../support/product";
import { openSettled } from "../support/settled";

const product = useProduct({ chromium: { hasScreenReader: true } });

test.each(["/", "/stories", "/collaboration", "/terms"])(
  "every heading, link and sentence of %s is told, also of parts that nobody has come near",
  async (path) => {
    const visitor = await product.visit({ isPhone: true, width: 360 });
    const { page } = visitor;
    await openSettled(visitor, path);
    const devtools = await page.context().newCDPSession(page);
    const told = async () => {
      const { nodes } = await devtools.send("Accessibility.getFullAXTree");
      const words = nodes
        .filter(({ ignored }) => !ignored)
        .map(({ role, name }) => `${role?.value} ${name?.value ?? ""}`.trim());
      return words.filter((one) => /^(heading|link|StaticText) /.test(one) && !/^StaticText \d+$/.test(one));
    };
    const skipped = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll("main *, footer *")].filter(
            (one) => one.checkVisibility() && !one.checkVisibility({ contentVisibilityAuto: true }),
          ).length,
      );
    expect(await skipped()).toBeGreaterThan(0);
    const toldBefore = await told();
    await page.evaluate(() => delete document.body.dataset.fresh);
    await expect.poll(skipped).toBe(0);
    // What is not laid out has no style yet either: the numbers of a list are drawn later, and a sentence that a phone hides is told.
    const missing: string[] = [];
    for (const one of await told()) {
      const at = toldBefore.indexOf(one);
      if (at < 0) missing.push(one);
      else toldBefore.splice(at, 1);
    }
    expect(missing).toEqual([]);
  },
);
