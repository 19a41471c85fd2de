// The page that every address shows while this deployment lacks a setting.
import { html } from "hono/html";
import type { SettingsError } from "../env";

/** @returns a 503 that names each setting; it holds no value. */
export async function settingsMissingPage(error: SettingsError, nonce: string): Promise<Response> {
  const rows = [...error.problems].map(([name, problem]) => html`<li><code>${name}</code> ${problem}</li>`);
  const page = await html`<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Not set up yet · Navarambh</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; --ink: #1d1b26; --paper: #fdfaf4; --line: #1d1b2626; }
      @media (prefers-color-scheme: dark) { :root { --ink: #f3eee4; --paper: #17151f; --line: #f3eee426; } }
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
      main { box-sizing: border-box; width: 100%; max-width: 40rem; padding: 2rem 1.25rem; }
      h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; }
      ul { margin: 1.5rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
      li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
      code { font: 600 0.9375rem/1.4 ui-monospace, monospace; }
    </style>
  </head>
  <body>
    <main>
      <h1>This site is not set up yet</h1>
      <p>It needs these settings before it can show anything:</p>
      <ul>
        ${rows}
      </ul>
      <p>The README says what each one is for, and how to run everything on this machine without any of them.</p>
    </main>
  </body>
</html>`;
  return new Response(page.toString(), {
    status: 503,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "600" },
  });
}
