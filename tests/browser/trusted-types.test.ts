// Trusted Types: the site's pages work under them, and a page refuses markup and scripts from strings.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { BRAND } from "../../app/content/brand";
import { type Visitor, waitForHydration } from "../support/browser";
import { newMember } from "../support/members";
import { useProduct } from "../support/product";

const product = useProduct();

/** Records what the content security policy refuses, from the next document on. */
async function recordViolations({ page }: Visitor): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("recordViolation", (violation: string) => void violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sample }) => {
      Reflect.get(window, "recordViolation")(`${location.pathname}: ${effectiveDirective} ${sample}`);
    });
  });
  return violations;
}

/** Follows a link of the hydrated page, without a new document. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(() => Reflect.set(window, "isFirstDocument", true));
  await page.locator(`a[href="${path}"]:visible`).first().click();
  await page.waitForURL((url) => url.pathname === path);
  await page.locator("h1").waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "isFirstDocument"))).toBe(true);
}

test("a guest's pages violate nothing when they are opened, and when they are reached by a link", async () => {
  const visitor = await product.visit();
  const violations = await recordViolations(visitor);
  const { page } = visitor;
  for (const path of ["/launchpad", "/stories", "/stories/onion-meter", "/login", "/signup", "/nowhere", "/api/docs"]) {
    await visitor.open(path);
  }
  await visitor.open("/");
  for (const path of ["/launchpad", "/stories", "/stories/onion-meter", "/about", "/collaboration", "/"]) {
    await follow(page, path);
  }
  await follow(page, "/stories");
  await expect.poll(() => page.locator("main svg path[id=cover-plain]").count()).toBe(1);
  expect(violations).toEqual([]);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a member's pages violate nothing", async () => {
  const { visitor, page } = await newMember(product);
  const violations = await recordViolations(visitor);
  for (const path of ["/profile", "/profile/file", "/settings/two-step", "/settings/delete", "/dashboard"]) {
    await visitor.open(path);
  }
  await follow(page, "/settings");
  expect(violations).toEqual([]);
  expect(visitor.consoleErrors()).toEqual([]);
});

test.each(["/login", "/launchpad", "/stories/onion-meter"])(
  "React can render %s anew when a translator has changed it before hydration",
  async (path) => {
    const visitor = await product.visit();
    const violations = await recordViolations(visitor);
    const { page } = visitor;
    await page.route("**", async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(/<h1([^>]*)>[^<]+/, "<h1$1><font>Translated</font>");
      return route.fulfill({ response, body });
    });
    await visitor.open(path);
    await page.getByText("Translated").waitFor({ state: "detached" });
    await waitForHydration(page);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.title()).toContain(BRAND.name);
    expect(violations).toEqual([]);
  },
);

test.each(["/", "/login", "/dashboard", "/api/docs"])(
  "%s refuses markup, scripts and policies from a string",
  async (path) => {
    const { visitor, page } = await newMember(product);
    await visitor.open(path);
    const refused = await page.evaluate(() => {
      const attempts: Record<string, () => void> = {
        markup: () => {
          document.createElement("div").innerHTML = "<img src=x>";
        },
        document: () => void new DOMParser().parseFromString("<b></b>", "text/html"),
        script: () => {
          document.createElement("script").text = "1";
        },
        "address of a script": () => {
          document.createElement("script").src = "/x.js";
        },
        "event handler": () => document.body.setAttribute("onclick", "1"),
        policy: () => Reflect.get(window, "trustedTypes").createPolicy("another", {}),
      };
      return Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt();
          return [];
        } catch (error) {
          return error instanceof TypeError ? [name] : [];
        }
      });
    });
    expect(refused).toEqual(["markup", "document", "script", "address of a script", "event handler", "policy"]);
  },
);
