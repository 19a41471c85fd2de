// Inline on every static page: the header's look, and what brings the page to life when somebody means to use it.
import { attachScrolledStyle } from "../components/scrolled-style";
import { afterNextPaint } from "../lib/after-next-paint";
import { fetchFile } from "../navigation/import-after-fetch";

/** What can be used: a sign of intent is one of these events on it. Scrolling is none, nor is a touch that becomes a scroll. */
const INTERACTIVE = "a[href],button,summary,input,textarea,select";
/** How often the page's code may still be asked for: that of a build that is gone never comes. */
let tries = 3;
/** From when on a sign counts, in milliseconds on the clock of events. */
let countsFrom = 0;

// Every page has one: they all stand in one shell.
attachScrolledStyle(document.querySelector("body > header") as HTMLElement);

async function wakePage(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=later]")];
  await Promise.all(links.map(({ href }) => fetchFile(href)));
  for (const link of links) if (link.href.includes(".css")) link.rel = "stylesheet";
  const script = document.querySelector<HTMLScriptElement>("[type=later]");
  // A browser never runs a script again when its type changes, so a new element takes its place.
  script?.replaceWith(Object.assign(document.createElement("script"), { type: "module", text: script.text }));
}

function onSign({ target, timeStamp }: Event): void {
  // The document itself has no such method.
  if (timeStamp < countsFrom || !(target as Partial<Element>).closest?.(INTERACTIVE)) return;
  countsFrom = Number.POSITIVE_INFINITY;
  tries -= 1;
  // What the sign does by itself, a menu opened by a tap say, is painted before this takes the browser's time.
  afterNextPaint(() => wakePage().catch(countAgain));
}

/** After a failed fetch signs are ignored for two seconds, however much the mouse moves. */
function countAgain(): void {
  if (tries) countsFrom = performance.now() + 2_000;
}

// A finger's tap comes as `mousemove` and `click`; a page that scrolls under a resting mouse sends neither.
for (const sign of ["mousemove", "focusin", "keydown", "click"]) addEventListener(sign, onSign);

const place = () => location.href.split("#")[0];
const here = place();

// Places that one document has had share it for ever, even one that is loaded anew: without React, such a step changes the address alone.
addEventListener("popstate", () => {
  if (place() !== here && !("__reactRouterDataRouter" in window)) location.reload();
});

// Back on a page that React once ran, and another one after it in the same document: the browser was told to leave it at its top.
if (history.scrollRestoration === "manual") {
  addEventListener("pagehide", () => {
    if (place() === here) history.scrollRestoration = "auto";
  });
  try {
    scrollTo(0, JSON.parse(sessionStorage["react-router-scroll-positions"] ?? "{}")[history.state?.key] ?? 0);
  } catch (error) {
    // The browser keeps no data for this site.
    console.warn(error);
  }
}
