// A page that was opened before a deployment, after it: the code that it would fetch is gone.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BRAND } from "../../app/content/brand";
import { waitForHydration } from "../support/browser";
import { buildCopy } from "../support/built-product";
import { useProduct } from "../support/product";
import { type ProductServer, startServer } from "../support/server";
import { openWithoutHydration } from "../support/static-pages";

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
/** The paths of the documents that a page asks for from now on. */
function documentsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

const news = (page: Page) => page.getByText(NEWS);

test("pages that were opened before a deployment lead on to the new build", async () => {
  // One that React has not come to, and one that it runs.
  const still = await product.visit();
  await openWithoutHydration(still, "/about");
  const running = await product.visit();
  await running.open("/");
  // Of the footer: the header's changes with the scroll position.
  const colour = () =>
    still.page.getByRole("contentinfo").evaluate((footer) => getComputedStyle(footer).backgroundColor);
  const before = await colour();

  await server.deploy(build);

  await theOneStaysAsItIs(still.page, { colour, before });
  await theOtherOpensANewDocument(running.page);
});

/** The code for a page is gone: it stays plain HTML, and its form and links lead to the new build. */
async function theOneStaysAsItIs(
  page: Page,
  { colour, before }: { colour: () => Promise<string>; before: string },
): Promise<void> {
  const documents = documentsOf(page);
  const isGone = page.waitForResponse((response) => response.url().includes("/assets/") && response.status() === 404);
  await page.getByLabel("Full name").fill("Asha Rao");
  await isGone;
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
}

/** A page that React runs leads on to one whose code is gone: by one new document, to which React comes. */
async function theOtherOpensANewDocument(page: Page): Promise<void> {
  const documents = documentsOf(page);
  await page.getByRole("banner").getByRole("link", { name: "Launchpad" }).first().click();
  await page.waitForURL((url) => url.pathname === "/launchpad");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await news(page).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).hover();
  await waitForHydration(page);
  expect(documents).toEqual(["/launchpad"]);
}
