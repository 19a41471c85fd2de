// Members at their own pages: somebody signed in, and what the dashboard and the API say of them.
import type { Locator, Page } from "playwright-core";
import type { Visitor, VisitorOptions } from "./browser";
import { type Person, person, signInOverApi, signUpOverApi } from "./people";
import type { Product } from "./product";

/** Somebody in a browser of their own. */
export interface MemberVisit {
  visitor: Visitor;
  page: Page;
  who: Person;
  /** The session of this browser, as the value of a Cookie header. */
  cookie: string;
}

/** Somebody who has just got an account, signed in with its first session, in a browser of their own. It has opened no page yet. */
export async function newMember(
  product: Product,
  options: VisitorOptions = {},
  who: Person = person(),
): Promise<MemberVisit> {
  const cookie = await signUpOverApi(product.server, who);
  const visitor = await product.visit(options);
  await takeSession(visitor.page, cookie);
  return { visitor, page: visitor.page, who, cookie };
}

/** A browser of their own in which somebody who has an account is signed in. It has opened no page yet. */
export async function signedIn(product: Product, who: Person, options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await product.visit(options);
  await takeSession(visitor.page, await signInOverApi(product.server, who));
  return visitor;
}

/** Gives the page's browser a session. @param cookie the value of a Cookie header */
export async function takeSession(page: Page, cookie: string): Promise<void> {
  const cookies = cookie.split("; ").map((pair) => {
    const end = pair.indexOf("=");
    return { name: pair.slice(0, end), value: pair.slice(end + 1) };
  });
  // Chromium takes a cookie of such a name for a secure origin alone, as which it counts localhost.
  const flags = { domain: "localhost", path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;
  await page.context().addCookies(cookies.map((one) => ({ ...one, ...flags })));
}

/** What the dashboard says under a label. */
export function fact(page: Page, label: string): Locator {
  return page.locator("dl > div", { has: page.locator("dt", { hasText: label }) }).locator("dd");
}

/** The profile as the API tells it. */
export async function profileOf(page: Page): Promise<Record<string, unknown> | null> {
  const answer = await page.request.get("/api/profile");
  return ((await answer.json()) as { profile: Record<string, unknown> | null }).profile;
}
