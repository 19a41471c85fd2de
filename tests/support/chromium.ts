// Starts Chromium for tests and benchmarks, with the same fonts on every machine.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

/** The flags that every Chromium is started with. */
export const FLAGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const DEJAVU = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");

/** A font a fifth wider than the site's own. A layout that fits with it also fits with any fallback font. */
export const WIDE_FONT = {
  regular: join(DEJAVU, "DejaVuSans.ttf"),
  bold: join(DEJAVU, "DejaVuSans-Bold.ttf"),
} as const;

export interface ChromiumOptions {
  /** Enables the back/forward cache, which Playwright disables by default. */
  hasBackForwardCache?: boolean;
}

export async function launchBrowser({ hasBackForwardCache }: ChromiumOptions = {}): Promise<Browser> {
  const fonts = installTestFonts();
  const browser = await chromium.launch({
    executablePath: findBrowser(hasBackForwardCache),
    args: [...FLAGS],
    ignoreDefaultArgs: hasBackForwardCache ? ["--disable-back-forward-cache"] : [],
    // Chromium opens files with non-ASCII names only in a UTF-8 locale.
    env: { ...process.env, LC_ALL: "C.UTF-8", FONTCONFIG_FILE: fonts.config },
  });
  browser.on("disconnected", fonts.remove);
  return browser;
}

/** Makes DejaVu the only font family that Chromium sees. This works on Linux; other systems use their own fonts. */
function installTestFonts(): { config: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-fonts-"));
  const config = join(folder, "fonts.conf");
  mkdirSync(join(folder, "cache"));
  writeFileSync(
    config,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${DEJAVU}</dir>
  <cachedir>${join(folder, "cache")}</cachedir>
  <alias binding="same"><family>system-ui</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`,
  );
  return { config, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
