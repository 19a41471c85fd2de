// A page that was opened before a deployment, after it: the code that it would fetch is gone.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { BRAND } from "../../app/content/brand";
import { untilHydrated } from "../support/browser";
import { buildCopy } from "../support/built-product";
import { useProduct } from "../support/product";
import { type ProductServer, startServer } from "../support/server";
import { openSettled } from "../support/settled";

const ROOT = join(import.meta.dirname, "../..");
/** What only the second build says, on every page. */
const NEWS = "Brought to you anew.";
/** Folders of a checkout that no build reads. */
const LEFT_OUT = ["node_modules", "build", ".git", ".wrangler", ".react-router", ".dev.vars", "tests"];

let server: ProductServer;
let sources: string;
let build: string;

const product = useProduct({
  start: async () => {
    server = await startServer();
    return server;
  },
});

beforeAll(() => {
  sources = mkdtempSync(join(tmpdir(), "navarambh-sources-"));
  cpSync(ROOT, sources, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
  symlinkSync(join(ROOT, "node_modules"), join(sources, "node_modules"));
  const brand = join(sources, "app/content/brand.ts");
  writeFileSync(brand, readFileSync(brand, "utf8").replace(BRAND.copyright, `${BRAND.copyright} ${NEWS}`));
  const styles = join(sources, "app/styles/base.css");
  writeFileSync(styles, `${readFileSync(styles, "utf8")}\nbody { --deployment: 2; }\n`);
  build = buildCopy(sources);
});
afterAll(() => {
  for (const folder of [sources, build]) rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => server.deploy(inject("build")));

/** The paths of the documents that a page asks for from now on. */
function documentsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

const news = (page: Page) => page.getByText(NEWS);

test("a page that React never came to stays as it is, and its links and forms lead to the new build", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await openSettled(visitor, "/about");
  // Of the footer: the header's changes with the scroll position.
  const colour = () => page.locator("footer").evaluate((footer) => getComputedStyle(footer).backgroundColor);
  const before = await colour();
  await server.deploy(build);

  const documents = documentsOf(page);
  await page.evaluate(() => {
    const onFailure = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement) Reflect.set(window, "isGivenUp", true);
    };
    addEventListener("error", onFailure, true);
  });
  await page.getByLabel("Full name").fill("Asha Rao");
  await page.waitForFunction(() => Reflect.get(window, "isGivenUp"));
  expect(await page.getByLabel("Full name").inputValue()).toBe("Asha Rao");
  expect(await colour()).toBe(before);
  expect(documents).toEqual([]);

  await page.getByRole("button", { name: "Send Message" }).click();
  await news(page).waitFor();
  expect(await page.getByLabel("Full name").inputValue()).toBe("Asha Rao");
  await page.goBack();
  await page.getByRole("banner").getByRole("link", { name: "Stories" }).first().click();
  await page.waitForURL((url) => url.pathname === "/stories");
  await news(page).waitFor();
});

test("a page that React runs leads on to one whose code is gone, as a new document", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/");
  await server.deploy(build);
  const documents = documentsOf(page);
  await page.getByRole("banner").getByRole("link", { name: "Launchpad" }).first().click();
  await page.waitForURL((url) => url.pathname === "/launchpad");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await news(page).waitFor();
  // It is there to stay: React comes to it, and no other document.
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).hover();
  await untilHydrated(page);
  expect(documents).toEqual(["/launchpad"]);
});
