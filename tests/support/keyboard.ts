// Moves the focus through a page by keyboard, and checks that it is visible at each stop.
import type { Page } from "playwright-core";

export interface TabWalk {
  /** The focused elements in order, each as tag and text. */
  stops: string[];
  /** Stops without a focus ring of contrast 3:1, and stops that are covered. */
  faults: string[];
}

/** More stops than any page has. */
const MAX_STOPS = 200;

/** Presses a key until the focus leaves the page or returns to its first stop. */
export async function tabThrough(page: Page, key: "Tab" | "Shift+Tab"): Promise<TabWalk> {
  const stops: string[] = [];
  const faults: string[] = [];
  await page.evaluate(() => {
    for (const old of document.querySelectorAll("[data-stopped]")) old.removeAttribute("data-stopped");
  });
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(inspectFocus);
    if (stop === null) return { stops, faults };
    stops.push(stop.name);
    faults.push(...stop.faults);
  }
  throw new Error(`The focus never leaves the page: ${stops.slice(-5).join(", ")}`);
}

/** Runs in the page. @returns null when nothing has the focus, or an element that had it before */
function inspectFocus(): { name: string; faults: string[] } | null {
  const stop = document.activeElement;
  if (!(stop instanceof HTMLElement) || stop === document.body || stop.hasAttribute("data-stopped")) return null;
  stop.setAttribute("data-stopped", "");
  const text = (stop.textContent || stop.id).replace(/\s+/g, " ").trim().slice(0, 40);
  const name = `${stop.tagName.toLowerCase()} "${text}"`;
  const faults: string[] = [];

  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (color: string): [number, number, number, number] => {
    if (!pixel) throw new Error("This browser has no canvas");
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = color;
    pixel.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha];
  };
  const luminance = (color: string) => {
    const [red, green, blue] = paint(color).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  };
  /** The nearest opaque background. The scrolled header's is 88 % opaque and counts. */
  const background = (from: Element | null): string => {
    for (let element = from; element; element = element.parentElement) {
      const { backgroundColor } = getComputedStyle(element);
      if (paint(backgroundColor)[3] > 200) return backgroundColor;
    }
    return "Canvas";
  };

  // The ring of a card's link is on the card, that of a radio button on its label.
  const ringed = [stop, stop.closest("li"), stop.closest("label")].find(
    (element) => element && getComputedStyle(element).outlineStyle !== "none",
  );
  const style = ringed && getComputedStyle(ringed);
  if (!ringed || !style || Number.parseFloat(style.outlineWidth) < 2) {
    faults.push(`${name} has no focus ring`);
  } else {
    const isInside = Number.parseFloat(style.outlineOffset) < 0;
    const luminances = [style.outlineColor, background(isInside ? ringed : ringed.parentElement)].map(luminance);
    const contrast = (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
    if (contrast < 3) faults.push(`the focus ring of ${name} has a contrast of ${contrast.toFixed(1)}`);
  }

  // WCAG 2.4.11: at least a part of the element is visible.
  const box = stop.matches("[type=radio]") ? (stop.closest("label") ?? stop) : stop;
  const isVisible = [...box.getClientRects()].some((rect) =>
    [0.1, 0.3, 0.5, 0.7, 0.9].some((across) =>
      [0.1, 0.3, 0.5, 0.7, 0.9].some((down) => {
        const top = document.elementFromPoint(rect.left + across * rect.width, rect.top + down * rect.height);
        return top !== null && box.contains(top);
      }),
    ),
  );
  if (!isVisible) faults.push(`${name} is covered or out of sight`);
  return { name, faults };
}
