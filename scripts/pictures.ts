// `npm run pictures`: takes the README's pictures of a running site, on which `npm run seed` has made its members.
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { findBrowser } from "../tests/support/find-browser.ts";
import { emailOf, PASSWORD } from "./seed-members.ts";

const FOLDER = ".github/pictures";
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

interface Picture {
  name: string;
  path: string;
  device: BrowserContextOptions;
  colorScheme: "light" | "dark";
  /** True for a page that needs a member. */
  isMember?: boolean;
}

const PICTURES: readonly Picture[] = [
  { name: "home-desktop", path: "/", device: DESKTOP, colorScheme: "light" },
  { name: "dashboard-desktop", path: "/dashboard", device: DESKTOP, colorScheme: "dark", isMember: true },
  { name: "home-phone", path: "/", device: PHONE, colorScheme: "dark" },
  { name: "sign-up-phone", path: "/signup", device: PHONE, colorScheme: "light" },
  { name: "dashboard-phone", path: "/dashboard", device: PHONE, colorScheme: "light", isMember: true },
  { name: "stories-phone", path: "/stories", device: PHONE, colorScheme: "dark" },
];

const { values } = parseArgs({ options: { origin: { type: "string", default: "http://localhost:5173" } } });
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"],
});
try {
  for (const picture of PICTURES) await take(browser, picture, values.origin);
} finally {
  await browser.close();
}

/** Takes one picture, in a browser context of its own. */
async function take(browser: Browser, picture: Picture, origin: string): Promise<void> {
  const { name, path, device, colorScheme, isMember } = picture;
  const context = await browser.newContext({ ...device, colorScheme, baseURL: origin, reducedMotion: "reduce" });
  const page = await context.newPage();
  if (isMember) {
    await page.goto("/login");
    await page.getByLabel("Email").fill(emailOf("Student"));
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.locator("form button[type=submit]").first().click();
    await page.waitForURL("**/dashboard");
  }
  await page.goto(path, { waitUntil: "networkidle" });
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  const file = `${FOLDER}/${name}.jpg`;
  const bytes = await page.screenshot({ type: "jpeg", quality: 80 });
  writeFileSync(file, bytes);
  console.log(`${file}: ${bytes.byteLength} bytes`);
  await context.close();
}
