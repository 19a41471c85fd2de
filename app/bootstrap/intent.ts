// Inline on every settled page: the header's look, and what brings the page to life when somebody means to use it.
import { attachScrolledLook } from "../components/scrolled-look";

/** What can be used: a sign of intent is one of these events on it. Scrolling is none, nor is a touch that becomes a scroll. */
const INTERACTIVE = "a[href],button,summary,input,textarea,select,video";
/** A finger's tap comes as `mousemove` and `click`; a page that scrolls under a resting mouse sends neither. */
const SIGNS = ["mousemove", "focusin", "keydown", "click"];

const header = document.querySelector<HTMLElement>(".site-header");
if (header) attachScrolledLook(header);

/** Lets a script that came inert count as what it is: put in anew, it is looked at anew. */
function wake(name: string, type: string): void {
  const script = document.querySelector<HTMLScriptElement>(`[type=${name}]`);
  if (!script) return;
  script.type = type;
  document.body.appendChild(script);
}

function onSign({ target }: Event): void {
  // The document itself has no such method.
  if (!(target as Partial<Element>).closest?.(INTERACTIVE)) return;
  for (const sign of SIGNS) removeEventListener(sign, onSign);
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[disabled]")) link.disabled = false;
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=later]")) link.rel = "modulepreload";
  wake("later", "module");
}

for (const sign of SIGNS) addEventListener(sign, onSign);

// Only a browser that knows how good the line is can follow such rules at all.
const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } };
if (connection?.effectiveType === "4g" && !connection.saveData) wake("rules", "speculationrules");

const { pathname, search } = location;
const isHere = () => pathname === location.pathname && search === location.search;

// Places that one document has had share it for ever, even one that is loaded anew: without React, such a step changes the address alone.
addEventListener("popstate", () => {
  if (!isHere() && !("__reactRouterDataRouter" in window)) location.reload();
});

// Back on a page that React once ran, and another one after it in the same document: the browser was told to leave it at its top.
if (history.scrollRestoration === "manual") {
  addEventListener("pagehide", () => {
    if (isHere()) history.scrollRestoration = "auto";
  });
  try {
    scrollTo(0, JSON.parse(sessionStorage.getItem("react-router-scroll-positions") ?? "{}")[history.state?.key] ?? 0);
  } catch (error) {
    // The browser keeps no data for this site.
    console.warn(error);
  }
}
