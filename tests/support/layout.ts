// What is wrong with where things stand on a page, as rulers see it.
import type { Page } from "playwright-core";

/** Doubles the size of all text, as a browser's setting does for a page that is measured in rem. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}

/**
 * Finds what sticks out of the window or of its own box, words of headings that are broken in two, a header of more than one
 * line, and targets of header, footer and forms under 44 px (links within a sentence are exempt, WCAG 2.5.8).
 * @returns one line a fault; empty is right
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const every = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
    const name = (element: HTMLElement) =>
      `${element.tagName.toLowerCase()} "${(element.textContent || element.id).trim().slice(0, 40)}"`;

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth}`);

    for (const element of every("h1, h2, h3, dt, dd, legend, label, summary, .button, .brand")) {
      const isInline = element.clientWidth === 0;
      if (!isInline && element.scrollWidth > element.clientWidth + 1)
        faults.push(`${name(element)} sticks out of its box`);
    }

    const range = document.createRange();
    for (const heading of every("h1, h2, h3, .brand b")) {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) faults.push(`"${word}" is broken in ${name(heading)}`);
        }
      }
    }

    const bar = every(".site-header .brand, .site-header summary, .site-header .nav, .site-header .header-actions");
    const boxes = bar.map((part) => part.getBoundingClientRect());
    const [top, bottom] = [Math.max(...boxes.map((box) => box.top)), Math.min(...boxes.map((box) => box.bottom))];
    if (top >= bottom) faults.push("the header has more than one line");

    const targets = "header a, header summary, header button, footer a, .slide-controls a, .tabs a";
    const controls = "form button, form input:not([type=hidden]), form select, form textarea";
    for (const target of every(`${targets}, ${controls}`)) {
      // A file input that is out of sight has a label for a target.
      const isExempt = target.matches(".link-button, .visually-hidden, .is-named-above");
      if (getComputedStyle(target).display === "inline" || isExempt) continue;
      // A box to tick or choose is as large as the label around or over it.
      const area = target.matches("[type=radio]") ? target.closest("label") : target;
      const margin = target.matches("[type=checkbox]")
        ? -2 * Number.parseFloat(getComputedStyle(target, "::after").top)
        : 0;
      const { width = 0, height = 0 } = area?.getBoundingClientRect() ?? {};
      if (Math.min(width, height) + margin < 43.5) {
        faults.push(
          `${name(target)} is a target of ${Math.round(width + margin)} by ${Math.round(height + margin)} px`,
        );
      }
    }
    return faults;
  });
}
