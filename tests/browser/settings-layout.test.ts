// The layout of the account settings on narrow screens.
import { expect, test } from "vitest";
import { accessibilityViolations } from "../support/browser";
import { fieldErrors } from "../support/forms";
import { layoutFaultsAt } from "../support/layout";
import { newMember } from "../support/members";
import { createPerson } from "../support/people";
import { useProduct } from "../support/product";
import { openSettings, section, submitSection } from "../support/settings";

const product = useProduct();

test("a long name and all errors fit 320 px, also with text at twice its size", async () => {
  const widths = [
    { width: 320, hasLargeText: false },
    { width: 320, hasLargeText: true },
  ];
  const person = createPerson({ role: "Mentor", name: "Venkatanarasimharajuvaripeta Subramanian" });
  const { visitor, page } = await newMember(product, { width: 320, colorScheme: "dark" }, person);
  const faults: string[] = [];
  const measure = async (state: string) => {
    for (const fault of await layoutFaultsAt(page, widths)) faults.push(`${state}, ${fault}`);
  };
  await openSettings(visitor);
  faults.push(...(await accessibilityViolations(page)));
  await measure("settings");
  await submitSection(section(page, "Your name"), { "Full name": "" }, "Save name");
  await submitSection(section(page, "Your phone number"), { Phone: "1", Password: "" }, "Save phone");
  await submitSection(section(page, "Your password"), { "New password": "abc" }, "Change password");
  expect(await fieldErrors(page)).toHaveLength(6);
  await measure("settings with errors");
  await visitor.open("/settings/delete");
  faults.push(...(await accessibilityViolations(page)));
  await page.getByRole("button", { name: "Delete my account for good" }).click();
  await page.getByRole("alert").waitFor();
  await measure("deletion with an error");
  expect(faults).toEqual([]);
});
