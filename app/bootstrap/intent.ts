// Inline script of every static page. It styles the header, and hydrates the page at the first sign that the visitor is about to use it.
import { attachScrolledStyle } from "../components/scrolled-style";
import { afterNextPaint } from "../lib/after-next-paint";
import type { WithTrustedTypes } from "../lib/trusted-types";
import { fetchFile } from "../navigation/import-after-fetch";

/** An event on one of these elements is a sign of intent. Scrolling is none, nor is a touch that becomes a scroll. */
const INTERACTIVE = "a[href],button,summary,input,textarea,select";
const { trustedTypes } = globalThis as WithTrustedTypes;
/** Lets the deferred script run. Whatever its text is, the browser still compares it with the content security policy's hashes. */
const scriptPolicy = trustedTypes?.createPolicy("hydration", { createScript: (text) => text });
/** Limited, since the code of an earlier build may be gone for good. */
let attemptsLeft = 3;
/** Events before this time are ignored. In milliseconds, comparable to `event.timeStamp`. */
let ignoreUntil = 0;

// The root layout renders a header on every page.
attachScrolledStyle(document.querySelector("body > header") as HTMLElement);

/** Loads the styles and scripts that the server has deferred with `rel=later` and `type=later`; the script hydrates the page. */
async function hydratePage(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=later]")];
  await Promise.all(links.map(({ href }) => fetchFile(href)));
  for (const link of links) if (link.href.includes(".css")) link.rel = "stylesheet";
  const script = document.querySelector<HTMLScriptElement>("[type=later]");
  // Changing the type of a script does not run it; a new element does.
  const text = script?.text ?? "";
  script?.replaceWith(
    Object.assign(document.createElement("script"), { type: "module", text: scriptPolicy?.createScript(text) ?? text }),
  );
}

/** True while the page is translated: Chrome sets the class `translated-ltr` or `translated-rtl` on <html>. */
const isTranslated = () => /\btranslated-/.test(document.documentElement.className);

function onIntent({ target, timeStamp }: Event): void {
  // React could not hydrate the translated texts. It would replace the whole page: an open menu would close, and typed text would be lost.
  // A static page works without React.
  if (isTranslated()) return;
  // The target may be the document, which has no `closest`.
  if (timeStamp < ignoreUntil || !(target as Partial<Element>).closest?.(INTERACTIVE)) return;
  ignoreUntil = Number.POSITIVE_INFINITY;
  attemptsLeft -= 1;
  // The event's own effect, such as a menu that opens, is painted first.
  afterNextPaint(() => hydratePage().catch(allowRetry));
}

/** Lets events count again two seconds after a failed fetch: a moving mouse sends many. */
function allowRetry(): void {
  if (attemptsLeft) ignoreUntil = performance.now() + 2_000;
}

// A tap sends `mousemove` and `click`. A page that scrolls under a resting mouse sends neither.
for (const type of ["mousemove", "focusin", "keydown", "click"]) addEventListener(type, onIntent);

const pageUrl = () => location.href.split("#")[0];
const initialUrl = pageUrl();

// History entries that React Router has pushed belong to one document, even after a reload. Without React, Back and Forward between
// them change only the URL, so the page is loaded anew.
addEventListener("popstate", () => {
  if (pageUrl() !== initialUrl && !("__reactRouterDataRouter" in window)) location.reload();
});

// React Router has set scroll restoration to manual for this history entry, and the visitor has come back to it. Without React nobody
// else restores the position.
if (history.scrollRestoration === "manual") {
  addEventListener("pagehide", () => {
    if (pageUrl() === initialUrl) history.scrollRestoration = "auto";
  });
  try {
    scrollTo(0, JSON.parse(sessionStorage["react-router-scroll-positions"] ?? "{}")[history.state?.key] ?? 0);
  } catch (error) {
    // Storage is blocked.
    console.warn(error);
  }
}
