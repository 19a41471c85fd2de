// Opens pages as a member, and reads the profile from the dashboard and the API.
import type { Locator, Page } from "playwright-core";
import type { Visitor, VisitorOptions } from "./browser";
import { createPerson, type Person, signInOverApi, signUpOverApi } from "./people";
import type { Product } from "./product";

/** A member's browser context. */
export interface MemberVisit {
  visitor: Visitor;
  page: Page;
  person: Person;
  /** The session of this browser context, as the value of a Cookie header. */
  cookie: string;
}

/** Creates an account, and a browser context that is signed in to it. No page is opened yet. */
export async function newMember(
  product: Product,
  options: VisitorOptions = {},
  person: Person = createPerson(),
): Promise<MemberVisit> {
  const cookie = await signUpOverApi(product.server, person);
  const visitor = await product.visit(options);
  await setSession(visitor.page, cookie);
  return { visitor, page: visitor.page, person, cookie };
}

/** A browser context that is signed in to an existing account. No page is opened yet. */
export async function visitSignedIn(product: Product, person: Person, options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await product.visit(options);
  await setSession(visitor.page, await signInOverApi(product.server, person));
  return visitor;
}

/** Sets the page's session cookie. @param cookie the value of a Cookie header */
export async function setSession(page: Page, cookie: string): Promise<void> {
  const cookies = cookie.split("; ").map((pair) => {
    const end = pair.indexOf("=");
    return { name: pair.slice(0, end), value: pair.slice(end + 1) };
  });
  // Chromium accepts a `__Host-` cookie only from a secure origin; localhost is one.
  const flags = { domain: "localhost", path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;
  await page.context().addCookies(cookies.map((pair) => ({ ...pair, ...flags })));
}

/** The value that the dashboard shows under a label. */
export function profileValue(page: Page, label: string): Locator {
  return page.locator("dl > div", { has: page.locator("dt", { hasText: label }) }).locator("dd");
}

/** The profile from the API. */
export async function fetchProfile(page: Page): Promise<Record<string, unknown> | null> {
  const response = await page.request.get("/api/profile");
  return ((await response.json()) as { profile: Record<string, unknown> | null }).profile;
}
