// How the account settings look in every state: to axe, in both themes, and to rulers on narrow screens.
import { expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser";
import { doubleText, layoutFaults } from "../support/layout";
import { person } from "../support/people";
import { useProduct } from "../support/product";
import { member, openSettings, section, send } from "../support/settings";

const product = useProduct();

test.each(["light", "dark"] as const)("every state passes axe (%s)", async (colorScheme) => {
  const { visitor, page, who } = await member(product, { colorScheme });
  await openSettings(visitor);
  expect(await accessibilityProblems(page)).toEqual([]);
  await send(section(page, "Your name"), { "Full name": "" }, "Save name");
  await send(section(page, "Your phone number"), { Phone: "1", Password: "" }, "Save phone");
  await send(section(page, "Your password"), { "New password": "abc" }, "Change password");
  expect(await accessibilityProblems(page)).toEqual([]);
  await send(section(page, "Your name"), { "Full name": "Meera Joshi" }, "Save name");
  await page.getByText("Your name is changed.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await section(page, "Where you are signed in").getByRole("listitem").nth(1).getByRole("button").click();
  await page.getByText("That device is signed out.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await visitor.open("/settings/delete");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete my account for good" }).click();
  await page.getByRole("alert").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Delete my account for good" }).click();
  await page.getByText("Your account is deleted.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.each([false, true])(
  "a long name and every mistake fit 320 px (text at twice its size: %s)",
  async (hasLargeText) => {
    const who = person({ role: "Mentor", name: "Venkatanarasimharajuvaripeta Subramanian" });
    const { visitor, page } = await member(product, { width: 320 }, who);
    await openSettings(visitor);
    if (hasLargeText) await doubleText(page);
    expect(await layoutFaults(page)).toEqual([]);
    await send(section(page, "Your name"), { "Full name": "" }, "Save name");
    await send(section(page, "Your phone number"), { Phone: "1", Password: "" }, "Save phone");
    await send(section(page, "Your password"), { "New password": "abc" }, "Change password");
    expect(await layoutFaults(page)).toEqual([]);
    await visitor.open("/settings/delete");
    if (hasLargeText) await doubleText(page);
    await page.getByRole("button", { name: "Delete my account for good" }).click();
    await page.getByRole("alert").waitFor();
    expect(await layoutFaults(page)).toEqual([]);
  },
);

test("what was saved or went wrong takes the focus", async () => {
  const { visitor, page } = await member(product);
  await openSettings(visitor);
  const part = section(page, "Your name");
  const hasFocus = (role: "alert" | "status") =>
    part.getByRole(role).evaluate((element) => element === document.activeElement);
  for (const name of ["Meera Joshi", "Nkechi Obi"]) {
    await send(part, { "Full name": "" }, "Save name");
    expect(await hasFocus("alert")).toBe(true);
    await send(part, { "Full name": name }, "Save name");
    await part.getByRole("status").waitFor();
    expect(await hasFocus("status")).toBe(true);
  }
});
