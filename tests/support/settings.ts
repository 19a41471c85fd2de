// Walking /settings as a member.
import type { Locator, Page } from "playwright-core";
import type { Visitor } from "./browser";

/** What a section of the settings is called. */
type Section = "Your email" | "Your name" | "Your phone number" | "Your password" | "Where you are signed in";

export function section(page: Page, name: Section): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** Opens /settings, and waits until account and sessions are there. */
export async function openSettings({ page, open }: Visitor): Promise<void> {
  await open("/settings");
  await section(page, "Where you are signed in").getByText("This device", { exact: true }).waitFor();
}

/** Fills in a section's fields by their labels, and presses its button. */
export async function send(part: Locator, fields: Record<string, string>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await part.getByLabel(label, { exact: true }).fill(value);
  await part.getByRole("button", { name: button }).click();
}
