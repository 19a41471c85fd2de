// Every route of the specification's table, as a guest opens it.
import { describe, expect, test } from "vitest";
import { BRAND } from "../../app/content/brand";
import { accessibilityProblems } from "../support/browser";
import { createAccount, fillSignUp, greeting, person, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

interface Screen {
  path: string;
  heading: RegExp;
  title: RegExp;
  canonical: string;
  status?: number;
}

const HOME = { heading: /Launch Your Ideas, Build the Future/, title: /^Navarambh/, canonical: "/" };
const SCREENS: Screen[] = [
  { path: "/", ...HOME },
  { path: "/collaboration", heading: /./, title: /^Collaboration/, canonical: "/collaboration" },
  { path: "/about", heading: /./, title: /^About/, canonical: "/about" },
  { path: "/launchpad", heading: /./, title: /^Launchpad/, canonical: "/launchpad" },
  { path: "/stories", heading: /./, title: /^Success Stories/, canonical: "/stories" },
  { path: "/stories?category=startup", heading: /./, title: /^Success Stories/, canonical: "/stories" },
  { path: "/privacy", heading: /Privacy/, title: /^Privacy/, canonical: "/privacy" },
  { path: "/terms", heading: /Terms/, title: /^Terms/, canonical: "/terms" },
  { path: "/cookies", heading: /Cookie/, title: /^Cookie/, canonical: "/cookies" },
  { path: "/login", heading: /^Sign in$/, title: /^Sign in/, canonical: "/login" },
  { path: "/signin", heading: /^Sign in$/, title: /^Sign in/, canonical: "/login" },
  { path: "/login/code", heading: /^Sign in with a code$/, title: /^Sign in with a code/, canonical: "/login/code" },
  { path: "/signup", heading: /^Join Navarambh$/, title: /^Join Navarambh/, canonical: "/signup" },
  { path: "/verify-email", heading: /./, title: /./, canonical: "/verify-email" },
  { path: "/reset-password", heading: /./, title: /./, canonical: "/reset-password" },
  { path: "/nowhere/at/all", ...HOME, status: 404 },
  { path: "/stories/no-such-story", ...HOME, status: 404 },
];

describe.each(SCREENS)("$path", ({ path, heading, title, canonical, status = 200 }) => {
  test("answers with its heading, title, status and canonical address, hydrates without a complaint and passes axe", async () => {
    const visitor = await product.visit();
    const { page } = visitor;
    expect(await visitor.open(path)).toBe(status);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await page.title()).toMatch(title);
    const link = page.locator('link[rel="canonical"]');
    expect(await link.getAttribute("href")).toBe(new URL(canonical, BRAND.origin).href);
    expect((await page.locator('meta[name="description"]').getAttribute("content"))?.length).toBeGreaterThan(20);
    const robots = page.locator('meta[name="robots"][content="noindex"]');
    if (status === 404) expect(await robots.count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(visitor.complaints()).toEqual([]);
  });

  test("passes axe on a small dark screen, and fits it", async () => {
    const visitor = await product.visit({ colorScheme: "dark", width: 360 });
    const { page } = visitor;
    await visitor.open(path);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(visitor.complaints()).toEqual([]);
  });
});

test.each(["light", "dark"] as const)(
  "forms with errors have nothing that axe objects to (%s)",
  async (colorScheme) => {
    const visitor = await product.visit({ colorScheme });
    const { page } = visitor;
    await visitor.open("/signup");
    await page.getByRole("radio", { name: /^Student/ }).check();
    await createAccount(page);
    await page.getByRole("alert").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("radio", { name: /^Mentor/ }).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Terms of Service" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await visitor.open("/login");
    await signIn(page, { email: "", password: "" });
    await page.getByRole("alert").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test.each(["light", "dark"] as const)("the dashboard has nothing that axe objects to (%s)", async (colorScheme) => {
  const visitor = await product.visit({ colorScheme });
  const { page } = visitor;
  const who = person();
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await createAccount(page);
  await greeting(page, who).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("an unknown path below /api is a JSON 404", async () => {
  const response = await fetch(`${product.server.origin}/api/nowhere`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 404, type: "not_found" } });
});

test("a form for a page that takes none is refused, and is no error in the log", async () => {
  const { origin } = product.server;
  for (const path of ["/terms", "/nowhere/at/all", "/terms.data"]) {
    const body = new URLSearchParams({ a: "b" });
    const response = await fetch(origin + path, { method: "POST", body, headers: { Origin: origin } });
    expect(response.status, path).toBe(405);
    expect(response.headers.get("Allow"), path).toBe("GET, HEAD");
  }
  expect(product.server.log()).not.toMatch(/No .?action|did not provide an `action`/);
});

test("the mailbox is there in the local environment", async () => {
  expect((await fetch(`${product.server.origin}/__mailbox`)).status).toBe(200);
});

test("a page of a member is never taken for a guest's", async () => {
  const who = person({ name: "Lata Deshpande" });
  const cookie = await signUpOverApi(product.server, who);
  const member = await fetch(`${product.server.origin}/about`, { headers: { Cookie: cookie } });
  expect(await member.text()).toContain(who.name);
  const guest = await fetch(`${product.server.origin}/about`);
  expect(await guest.text()).not.toContain(who.name);
});
