// Measures a page's layout and finds its faults.
import type { Page } from "playwright-core";

/** Doubles the size of all text, as a browser's setting does. */
export async function doubleTextSize(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}

export interface Width {
  width: number;
  /** True for text at twice its size. */
  hasLargeText: boolean;
}

/** The layout faults of the page's current state at several widths. */
export async function layoutFaultsAt(page: Page, widths: readonly Width[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, hasLargeText } of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (hasLargeText) await doubleTextSize(page);
    const label = `${width} px${hasLargeText ? ", large text" : ""}`;
    for (const fault of await layoutFaults(page)) faults.push(`${label}: ${fault}`);
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  }
  return faults;
}

/**
 * Finds overflow of the page and of single elements, words of headings that are broken, a header of more than one line, and
 * targets smaller than 44 px in header, footer, navigation, groups and forms. Links within a sentence are exempt (WCAG 2.5.8).
 * @returns one line for each fault
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const visibleElements = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
    const name = (element: HTMLElement) =>
      `${element.tagName.toLowerCase()} "${(element.textContent || element.id).trim().slice(0, 40)}"`;

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth}`);

    for (const element of visibleElements("h1, h2, h3, dt, dd, legend, label, summary, button, a")) {
      const isInline = element.clientWidth === 0;
      if (!isInline && element.scrollWidth > element.clientWidth + 1) faults.push(`${name(element)} overflows its box`);
    }

    const banner = visibleElements("header").find((header) => !header.closest("main, section, article"));
    const brands = visibleElements("a[href='/']").filter((link) => banner?.contains(link) || link.closest("footer"));
    const range = document.createRange();
    for (const heading of [...visibleElements("h1, h2, h3"), ...brands]) {
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

    const headerItems = visibleElements("a, summary, button").filter(
      (part) => banner?.contains(part) && (!part.closest("details") || part.matches("summary")),
    );
    if (headerItems.length < 2) faults.push("the header is empty");
    const boxes = headerItems.map((part) => part.getBoundingClientRect());
    const [top, bottom] = [Math.max(...boxes.map((box) => box.top)), Math.min(...boxes.map((box) => box.bottom))];
    if (top >= bottom) faults.push("the header has more than one line");

    const targets = "header a, header summary, header button, footer a, nav a, [role=group] a";
    const controls = "form button, form input:not([type=hidden]), form select, form textarea";
    for (const target of visibleElements(`${targets}, ${controls}`)) {
      const { display, textDecorationLine, clipPath } = getComputedStyle(target);
      const isWithinSentence =
        display === "inline" || (textDecorationLine === "underline" && target.closest("p, label, li") !== null);
      // The target of a hidden file input is its label.
      const isClipped = clipPath !== "none";
      if (isWithinSentence || isClipped) continue;
      // A radio button's target is its label, a checkbox's its enlarged ::after.
      const area = target.matches("[type=radio]") ? target.closest("label") : target;
      const margin = target.matches("[type=checkbox]")
        ? -2 * (Number.parseFloat(getComputedStyle(target, "::after").top) || 0)
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
