// Plain HTML pages for errors. They do not need the React Router app, which may be what failed.

import { html } from "hono/html";
import { BRAND } from "../../app/content/brand";
import type { SettingsError } from "../config";
import type { HttpError } from "../http/error-response";

interface PlainPage {
  nonce: string;
  status: number;
  heading: string;
  paragraphs: readonly string[];
  /** Names, each with a message. */
  list?: ReadonlyMap<string, string>;
  retryAfterSeconds?: number | undefined;
  /** Links under the text. */
  links?: readonly { href: string; text: string }[];
}

/** A small HTML page without external resources. */
async function plainPage(page: PlainPage): Promise<Response> {
  const [first = "", ...rest] = page.paragraphs;
  const items = [...(page.list ?? [])].map(([name, message]) => html`<li><code>${name}</code> ${message}</li>`);
  const document = await html`<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${page.heading} | ${BRAND.name}</title>
    <style nonce="${page.nonce}">
      :root { color-scheme: light dark; --ink: #1d1b26; --paper: #fdfaf4; --line: #1d1b2626; }
      @media (prefers-color-scheme: dark) { :root { --ink: #f3eee4; --paper: #17151f; --line: #f3eee426; } }
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
      main { box-sizing: border-box; width: 100%; max-width: 40rem; padding: 2rem 1.25rem; }
      a { display: inline-block; padding: 0.625rem 0; color: inherit; }
      h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; }
      ul { margin: 1.5rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
      li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
      code { font: 600 0.9375rem/1.4 ui-monospace, monospace; }
    </style>
  </head>
  <body>
    <main>
      <h1>${page.heading}</h1>
      <p>${first}</p>
      ${items.length > 0 ? html`<ul>${items}</ul>` : ""}
      ${rest.map((paragraph) => html`<p>${paragraph}</p>`)}
      ${(page.links ?? []).map(({ href, text }) => html`<p><a href="${href}">${text}</a></p>`)}
    </main>
  </body>
</html>`;
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
  if (page.retryAfterSeconds) headers.set("Retry-After", String(page.retryAfterSeconds));
  return new Response(document.toString(), { status: page.status, headers });
}

/** The response of every page while settings are missing or invalid: lists their names, but no values. */
export function settingsMissingPage(error: SettingsError, nonce: string): Promise<Response> {
  return plainPage({
    nonce,
    status: 503,
    heading: "This site is not set up yet",
    paragraphs: [
      "It needs these settings before it can show anything:",
      "The README says what each one is for, and how to run everything on this machine without any of them.",
    ],
    list: error.errors,
    retryAfterSeconds: 600,
  });
}

/** The page that tells a person about an error; a program gets the API's error body. It has no header, so it links to the site. */
export function errorPage(
  error: HttpError,
  { method, requestId, nonce }: { method: string; requestId: string; nonce: string },
): Promise<Response> {
  const { status, message, retryAfterSeconds } = error;
  const mayRetry = status === 429 || status === 503;
  return plainPage({
    nonce,
    status,
    heading: headingOf(error),
    paragraphs: [`${message}.`, adviceFor(error, method, requestId)],
    retryAfterSeconds: mayRetry ? (retryAfterSeconds ?? 60) : undefined,
    links: [
      // An empty address is the page's own, which the form was posted to. The link gets it.
      ...(status === 413 ? [{ href: "", text: "Start the form again" }] : []),
      { href: "/", text: `Go to the home page of ${BRAND.name}` },
    ],
  });
}

function headingOf({ status, type }: HttpError): string {
  if (type === "overloaded") return "Many people are here right now";
  return status >= 500 ? "Something went wrong here" : "This did not go through";
}

function adviceFor({ status, type }: HttpError, method: string, requestId: string): string {
  if (status === 413) return "Go back, choose a smaller file or shorten your text, and send the form again.";
  if (type !== "overloaded") {
    return `Go back and try again in a moment. If it stays like this, write to us and name the request ${requestId}.`;
  }
  return method === "POST"
    ? "Then go back, where your browser has kept what you typed, and send the form again. Passwords have to be typed once more."
    : "Then load this page again. Nothing that you saved is lost, and the public pages go on working.";
}
