// Where things stand on narrow screens and with large text.
import { expect, test } from "vitest";
import { LEGAL_NAVIGATION, MAIN_NAVIGATION } from "../../app/content/navigation";
import { doubleText, layoutFaults } from "../support/layout";
import { greeting, person, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

const PATHS = [
  ...MAIN_NAVIGATION.map(({ to }) => to),
  ...LEGAL_NAVIGATION.map(({ to }) => to),
  "/stories/kumasi-loom",
  "/stories?category=collaboration",
  "/login",
  "/login/code",
  "/signup",
  "/reset-password",
  "/verify-email",
  "/nowhere",
];

test.each([
  { width: 320, hasLargeText: false },
  { width: 360, hasLargeText: true },
  { width: 768, hasLargeText: false },
])("every page fits a window of $width px (text at twice its size: $hasLargeText)", async ({ width, hasLargeText }) => {
  const { page, open } = await product.visit({ width });
  const faults: string[] = [];
  for (const path of PATHS) {
    await open(path);
    if (hasLargeText) await doubleText(page);
    for (const fault of await layoutFaults(page)) faults.push(`${path}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test.each([false, true])("an open menu fits 320 px (text at twice its size: %s)", async (hasLargeText) => {
  const { page, open } = await product.visit({ width: 320 });
  await open("/about");
  if (hasLargeText) await doubleText(page);
  const header = page.getByRole("banner");
  await header.getByText("Menu", { exact: true }).click();
  await header.getByRole("link", { name: "Get Started" }).filter({ visible: true }).waitFor();
  expect(await layoutFaults(page)).toEqual([]);
});

test.each([false, true])(
  "the questions of each kind of member, and what is wrong with the answers, fit 320 px (text at twice its size: %s)",
  async (hasLargeText) => {
    const { page, open } = await product.visit({ width: 320 });
    await open("/signup");
    if (hasLargeText) await doubleText(page);
    for (const role of [/^Student/, /^Mentor/]) {
      await page.getByRole("radio", { name: role }).check();
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.getByRole("alert").waitFor();
      expect(await layoutFaults(page)).toEqual([]);
    }
  },
);

test.each([false, true])("a member with a long name fits 320 px (text at twice its size: %s)", async (hasLargeText) => {
  const { page, open } = await product.visit({ width: 320 });
  const who = person({ name: "Venkatanarasimharajuvaripeta Subramanian" });
  await signUpOverApi(product.server, who);
  await open("/login");
  await signIn(page, who);
  await greeting(page, who).waitFor();
  if (hasLargeText) await doubleText(page);
  // Nobody's name fits at any size: it alone may be broken.
  const faults = (await layoutFaults(page)).filter((fault) => !fault.includes('is broken in h1 "Welcome back'));
  expect(faults).toEqual([]);
});

test.each([320, 360])(
  "the carousel's controls stay in its frame with text at twice its size (%i px)",
  async (width) => {
    const { page, open } = await product.visit({ width });
    await open("/stories");
    await doubleText(page);
    const frame = await page.locator(".slides").boundingBox();
    const controls = page.getByRole("group", { name: "1 of 3" }).locator(".slide-controls a");
    expect(await controls.count()).toBe(5);
    for (const control of await controls.all()) {
      const box = await control.boundingBox();
      if (!box || !frame) throw new Error("A control of the carousel is not shown");
      expect(box.x).toBeGreaterThanOrEqual(frame.x);
      expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width);
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
  },
);

test("the link that skips to the content shows only when it has the focus", async () => {
  const { page, open } = await product.visit({ width: 360 });
  await open("/");
  await doubleText(page);
  const skip = page.getByRole("link", { name: "Skip to the content" });
  const bottom = () => skip.evaluate((link) => link.getBoundingClientRect().bottom);
  const top = () => skip.evaluate((link) => link.getBoundingClientRect().top);
  expect(await bottom()).toBeLessThanOrEqual(0);
  await page.keyboard.press("Tab");
  expect(await top()).toBeGreaterThanOrEqual(0);
});
