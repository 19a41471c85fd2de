// Opens /settings and submits its forms.
import type { Locator, Page } from "playwright-core";
import type { Visitor } from "./browser";

type SectionName = "Your email" | "Your name" | "Your phone number" | "Your password" | "Where you are signed in";

export function section(page: Page, name: SectionName): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** Opens /settings, and waits until account and sessions have loaded. */
export async function openSettings({ page, open }: Visitor): Promise<void> {
  await open("/settings");
  await section(page, "Where you are signed in").getByText("This device", { exact: true }).waitFor();
}

/** Fills in a section's fields, given by their labels, and submits its form. */
export async function submitSection(form: Locator, fields: Record<string, string>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole("button", { name: button }).click();
}
