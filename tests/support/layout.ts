// What is wrong with the layout of a page, measured.
import type { Page } from "playwright-core";

/** Doubles the size of all text, as a browser's setting does for a page that is measured in rem. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}

export interface Width {
  width: number;
  /** True for text at twice its size. */
  hasLargeText: boolean;
}

/** The layout faults of the page as it stands at several widths, one after the other. */
export async function layoutFaultsAt(page: Page, widths: readonly Width[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, hasLargeText } of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (hasLargeText) await doubleText(page);
    const label = `${width} px${hasLargeText ? ", large text" : ""}`;
    for (const fault of await layoutFaults(page)) faults.push(`${label}: ${fault}`);
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  }
  return faults;
}

/**
 * Finds what sticks out of the window or of its own box, words of headings that are broken in two, a header of more than one
 * line, and targets of header, footer, navigation, groups and forms under 44 px (links within a sentence are exempt, WCAG 2.5.8).
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

    for (const element of every("h1, h2, h3, dt, dd, legend, label, summary, button, a")) {
      const isInline = element.clientWidth === 0;
      if (!isInline && element.scrollWidth > element.clientWidth + 1)
        faults.push(`${name(element)} sticks out of its box`);
    }

    const banner = every("header").find((header) => !header.closest("main, section, article"));
    const brands = every("a[href='/']").filter((link) => banner?.contains(link) || link.closest("footer"));
    const range = document.createRange();
    for (const heading of [...every("h1, h2, h3"), ...brands]) {
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

    const bar = every("a, summary, button").filter(
      (part) => banner?.contains(part) && (!part.closest("details") || part.matches("summary")),
    );
    if (bar.length < 2) faults.push("the header is empty");
    const boxes = bar.map((part) => part.getBoundingClientRect());
    const [top, bottom] = [Math.max(...boxes.map((box) => box.top)), Math.min(...boxes.map((box) => box.bottom))];
    if (top >= bottom) faults.push("the header has more than one line");

    const targets = "header a, header summary, header button, footer a, nav a, [role=group] a";
    const controls = "form button, form input:not([type=hidden]), form select, form textarea";
    for (const target of every(`${targets}, ${controls}`)) {
      const { display, textDecorationLine, clipPath } = getComputedStyle(target);
      const isWithinSentence =
        display === "inline" || (textDecorationLine === "underline" && target.closest("p, label, li") !== null);
      // A file input that is out of sight has a label for a target.
      const isOutOfSight = clipPath !== "none";
      if (isWithinSentence || isOutOfSight) continue;
      // A box to tick or choose is as large as the label around or over it.
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
