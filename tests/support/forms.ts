// What a form says is wrong, as a screen reader reads it.
import type { Locator, Page } from "playwright-core";

const INVALID = '[aria-invalid="true"]';

/** The heading of the error above a form, when it is this sentence. @param part the page, or the part of it with the form */
export function formError(part: Page | Locator, sentence: string | RegExp): Locator {
  return part.getByRole("alert").getByRole("heading", { name: sentence, exact: true });
}

/** What is wrong with a field, by its accessible description; null where nothing is. A group of radio buttons is a field, too. */
export function fieldError(field: Locator): Promise<string | null> {
  return field.evaluate((element) => {
    if (element.getAttribute("aria-invalid") !== "true") return null;
    const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
    const texts = ids.map((id) => document.getElementById(id)?.textContent?.replace(/\s+/g, " ").trim() ?? "");
    return texts.find((text) => text.startsWith("Error: "))?.slice("Error: ".length) ?? "";
  });
}

/** What is wrong with the fields of a form, in the order of the page, each as "label: sentence". */
export async function fieldErrors(part: Page | Locator): Promise<string[]> {
  const fields = await part.locator(INVALID).all();
  return Promise.all(fields.map(async (field) => `${await labelOf(field)}: ${await fieldError(field)}`));
}

/** Waits until the error above a form is this sentence. @returns what is wrong with its fields, each as "label: sentence" */
export async function fieldErrorsUnder(part: Page | Locator, sentence: string | RegExp): Promise<string[]> {
  await formError(part, sentence).waitFor();
  return fieldErrors(part);
}

/** Whether an element has the focus. */
export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one === document.activeElement);
}

/**
 * Counts the forms that a page posts by script, and holds each until it is let go.
 * @returns how many there were, and the way to let them go
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
