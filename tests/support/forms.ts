// Reads a form's errors in the way of a screen reader, by roles and ARIA attributes.
import type { Locator, Page } from "playwright-core";

const INVALID = '[aria-invalid="true"]';

/** The heading of the error above a form, if it has this text. @param scope the page, or the part of it with the form */
export function formError(scope: Page | Locator, message: string | RegExp): Locator {
  return scope.getByRole("alert").getByRole("heading", { name: message, exact: true });
}

/** The error in a field's accessible description; null for a valid field. A group of radio buttons is a field as well. */
export function fieldError(field: Locator): Promise<string | null> {
  return field.evaluate((element) => {
    if (element.getAttribute("aria-invalid") !== "true") return null;
    const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
    const texts = ids.map((id) => document.getElementById(id)?.textContent?.replace(/\s+/g, " ").trim() ?? "");
    return texts.find((text) => text.startsWith("Error: "))?.slice("Error: ".length) ?? "";
  });
}

/** The errors of a form's fields in page order, each as "label: message". */
export async function fieldErrors(scope: Page | Locator): Promise<string[]> {
  const fields = await scope.locator(INVALID).all();
  return Promise.all(fields.map(async (field) => `${await labelOf(field)}: ${await fieldError(field)}`));
}

/** Waits until the error above a form has this text. @returns the errors of its fields, each as "label: message" */
export async function waitForErrors(scope: Page | Locator, message: string | RegExp): Promise<string[]> {
  await formError(scope, message).waitFor();
  return fieldErrors(scope);
}

export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement);
}

/**
 * Delays the forms that a page posts by script, and counts them.
 * @returns the count so far, and a function that sends the delayed forms
 */
export async function holdPosts(page: Page): Promise<{ count: () => number; release: () => void }> {
  const released = Promise.withResolvers<void>();
  let posts = 0;
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await released.promise;
    }
    await route.continue();
  });
  return { count: () => posts, release: released.resolve };
}

function labelOf(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const label = "labels" in element ? (element as HTMLInputElement).labels?.[0] : element.querySelector("legend");
    return label?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  });
}
