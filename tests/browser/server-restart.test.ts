// Pages that were opened before the server was replaced: by a deployment, after which the code that they would load no longer exists, or after
// it was killed: everything that it confirmed survives. An orderly stop is tested in tests/conformance/durability.test.ts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BRAND } from "../../app/content/brand";
import { waitForHydration } from "../support/browser";
import { buildCopy } from "../support/built-product";
import { copySources } from "../support/copy-sources";
import { formError } from "../support/forms";
import { createAccount, createPerson, fillSignUp, greeting } from "../support/people";
import { useProduct } from "../support/product";
import { type ProductServer, startServer } from "../support/server";
import { openWithoutHydration } from "../support/static-pages";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

/** A text that only the second build has, on every page. */
const NEW_BUILD_TEXT = "Brought to you anew.";

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
  copySources(sources);
  const brand = join(sources, "app/content/brand.ts");
  writeFileSync(brand, readFileSync(brand, "utf8").replace(BRAND.copyright, `${BRAND.copyright} ${NEW_BUILD_TEXT}`));
  const styles = join(sources, "app/styles/base.css");
  writeFileSync(styles, `${readFileSync(styles, "utf8")}\nbody { --deployment: 2; }\n`);
  build = buildCopy(sources);
});
afterAll(() => {
  for (const folder of [sources, build]) rmSync(folder, { recursive: true, force: true });
});

/** Records the paths of the documents that a page requests from now on. */
function recordDocuments(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

const newBuildText = (page: Page) => page.getByText(NEW_BUILD_TEXT);

test("links and forms of pages from before a deployment open the new build", async () => {
  const unhydrated = await product.visit();
  await openWithoutHydration(unhydrated, "/about");
  const hydrated = await product.visit();
  await hydrated.open("/");
  // The footer's colour, since the header's changes with the scroll position.
  const colour = () =>
    unhydrated.page.getByRole("contentinfo").evaluate((footer) => getComputedStyle(footer).backgroundColor);
  const before = await colour();

  await server.deploy(build);

  await expectPlainHtml(unhydrated.page, { colour, before });
  await expectDocumentNavigation(hydrated.page);
});

/** Without its code, a page does not hydrate. Its form and its links open the new build. */
async function expectPlainHtml(
  page: Page,
  { colour, before }: { colour: () => Promise<string>; before: string },
): Promise<void> {
  const documents = recordDocuments(page);
  const notFound = page.waitForResponse((response) => response.url().includes("/assets/") && response.status() === 404);
  await page.getByLabel("Full name").fill("Asha Rao");
  await notFound;
  expect(await page.getByLabel("Full name").inputValue()).toBe("Asha Rao");
  expect(await colour()).toBe(before);
  expect(documents).toEqual([]);

  await page.getByRole("button", { name: "Send Message" }).click();
  await newBuildText(page).waitFor();
  expect(await page.getByLabel("Full name").inputValue()).toBe("Asha Rao");
  await page.goBack();
  await page.getByRole("banner").getByRole("link", { name: "Stories" }).first().click();
  await page.waitForURL((url) => url.pathname === "/stories");
  await newBuildText(page).waitFor();
}

/** A link of a hydrated page to a route whose code is gone opens one new document, which hydrates. */
async function expectDocumentNavigation(page: Page): Promise<void> {
  const documents = recordDocuments(page);
  await page.getByRole("banner").getByRole("link", { name: "Launchpad" }).first().click();
  await page.waitForURL((url) => url.pathname === "/launchpad");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await newBuildText(page).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).hover();
  await waitForHydration(page);
  expect(documents).toEqual(["/launchpad"]);
}

test("a form submitted without a server keeps its file, and a killed server loses no file, account or session", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ role: "Mentor" });
  const bytes = fileBytes("pdf", 6_000_000);
  await visitor.open("/signup");
  await fillSignUp(page, person);
  await page.getByLabel("Portfolio").setInputFiles(writeFile("work.pdf", bytes));
  await page.getByText("Kept. It goes with your profile.").waitFor();

  await server.kill();
  await createAccount(page);
  await formError(
    page,
    "No answer came back, so this may be done or not. Check your connection, then try again. Everything you typed is still here.",
  ).waitFor();
  await server.start();
  await createAccount(page);
  await greeting(page, person).waitFor();

  await server.kill();
  await server.start();
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  const link = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(link ?? "")).body())).toBe(fingerprint(bytes));
});
