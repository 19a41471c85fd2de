// The layout of the states of pages on narrow screens, with large text and with a wide font.
import { expect, test } from "vitest";
import { doubleTextSize, layoutFaultsAt } from "../support/layout";
import { visitSignedIn } from "../support/members";
import { createPerson, greeting, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

const NARROW = [
  { width: 320, hasLargeText: false },
  { width: 320, hasLargeText: true },
];

test("an open menu fits 320 px, also with text at twice its size", async () => {
  const { page, open } = await product.visit({ width: 320, hasWideFont: true });
  await open("/about");
  const header = page.getByRole("banner");
  await header.getByText("Menu", { exact: true }).click();
  await header.getByRole("link", { name: "Get Started" }).filter({ visible: true }).waitFor();
  expect(await layoutFaultsAt(page, NARROW)).toEqual([]);
});

test.each([/^Student/, /^Mentor/])(
  "the sign-up form with errors fits 320 px, also with text at twice its size (%s)",
  async (role) => {
    const { page, open } = await product.visit({ width: 320, hasWideFont: true });
    await open("/signup");
    await page.getByRole("radio", { name: role }).check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByRole("alert").waitFor();
    expect(await layoutFaultsAt(page, NARROW)).toEqual([]);
  },
);

test("the dashboard of a member with a long name fits 320 px, also with text at twice its size", async () => {
  const person = createPerson({ name: "Venkatanarasimharajuvaripeta Subramanian" });
  await signUpOverApi(product.server, person);
  const { page, open } = await visitSignedIn(product, person, { width: 320, hasWideFont: true });
  await open("/dashboard");
  await greeting(page, person).waitFor();
  // Only a name may be broken, since it can have any length.
  const faults = (await layoutFaultsAt(page, NARROW)).filter(
    (fault) => !fault.includes('is broken in h1 "Welcome back'),
  );
  expect(faults).toEqual([]);
});

test("the carousel's controls stay inside it with text at twice its size", async () => {
  const { page, open } = await product.visit({ width: 320, hasWideFont: true });
  await open("/stories");
  await doubleTextSize(page);
  const slide = page.getByRole("group", { name: "1 of 3" });
  const frame = await slide.boundingBox();
  const controls = slide.getByRole("link", { name: /^(Previous story|Next story|Story \d of 3)$/ });
  expect(await controls.count()).toBe(5);
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    if (!box || !frame) throw new Error("A control of the carousel is not shown");
    expect(box.x).toBeGreaterThanOrEqual(frame.x);
    expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width);
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
});

test("the skip link is visible only when it has the focus", async () => {
  const { page, open } = await product.visit({ width: 360 });
  await open("/");
  await doubleTextSize(page);
  const skip = page.getByRole("link", { name: "Skip to the content" });
  const bottom = () => skip.evaluate((link) => link.getBoundingClientRect().bottom);
  const top = () => skip.evaluate((link) => link.getBoundingClientRect().top);
  expect(await bottom()).toBeLessThanOrEqual(0);
  await page.keyboard.press("Tab");
  expect(await top()).toBeGreaterThanOrEqual(0);
});
