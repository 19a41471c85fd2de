// Members at their own pages: somebody signed in, and what the dashboard and the API say of them.
import type { Locator, Page } from "playwright-core";
import type { Visitor, VisitorOptions } from "./browser";
import { greeting, type Person, signIn } from "./people";
import type { Product } from "./product";

/** A browser of their own in which somebody signs in. */
export async function signedIn(product: Product, who: Person, options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await product.visit(options);
  await visitor.open("/login");
  await signIn(visitor.page, who);
  await greeting(visitor.page, who).waitFor();
  return visitor;
}

/** What the dashboard says under a label. */
export function fact(page: Page, label: string): Locator {
  return page
    .locator(".facts > div")
    .filter({ has: page.locator("dt", { hasText: label }) })
    .locator("dd");
}

/** The profile as the API tells it. */
export async function profileOf(page: Page): Promise<Record<string, unknown> | null> {
  const answer = await page.request.get("/api/profile");
  return ((await answer.json()) as { profile: Record<string, unknown> | null }).profile;
}
