// A walk through a page by keyboard, and what somebody who walks it cannot see.
import type { Page } from "playwright-core";

export interface Walk {
  /** What the focus stopped at, in order, each by its tag and name. */
  stops: string[];
  /** Stops that show no ring of 3:1, and stops that something else covers. Empty is right. */
  faults: string[];
}

/** More stops than any page has: who needs more walks in circles. */
const MOST_STOPS = 200;

/** Presses a key until the focus has left the page or begins anew. */
export async function walk(page: Page, key: "Tab" | "Shift+Tab"): Promise<Walk> {
  const stops: string[] = [];
  const faults: string[] = [];
  await page.evaluate(() => {
    for (const old of document.querySelectorAll("[data-stopped]")) old.removeAttribute("data-stopped");
  });
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(lookAtFocus);
    if (stop === null) return { stops, faults };
    stops.push(stop.name);
    faults.push(...stop.faults);
  }
  throw new Error(`The focus goes round and round: ${stops.slice(-5).join(", ")}`);
}

/** Runs in the page. @returns null when nothing has the focus, or what had it before */
function lookAtFocus(): { name: string; faults: string[] } | null {
  const stop = document.activeElement;
  if (!(stop instanceof HTMLElement) || stop === document.body || stop.hasAttribute("data-stopped")) return null;
  stop.setAttribute("data-stopped", "");
  const words = (stop.textContent || stop.id).replace(/\s+/g, " ").trim().slice(0, 40);
  const name = `${stop.tagName.toLowerCase()} "${words}"`;
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
  /** The nearest ground that is not see-through (a scrolled header lets an eighth through). */
  const ground = (from: Element | null): string => {
    for (let element = from; element; element = element.parentElement) {
      const { backgroundColor } = getComputedStyle(element);
      if (paint(backgroundColor)[3] > 200) return backgroundColor;
    }
    return "Canvas";
  };

  // A card shows the ring of the link in it, a choice that of its circle.
  const ringed = [stop, stop.closest("li"), stop.closest("label")].find(
    (element) => element && getComputedStyle(element).outlineStyle !== "none",
  );
  const style = ringed && getComputedStyle(ringed);
  if (!ringed || !style || Number.parseFloat(style.outlineWidth) < 2) {
    faults.push(`${name} has no ring`);
  } else {
    const isInside = Number.parseFloat(style.outlineOffset) < 0;
    const lights = [style.outlineColor, ground(isInside ? ringed : ringed.parentElement)].map(luminance);
    const contrast = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
    if (contrast < 3) faults.push(`the ring of ${name} has a contrast of ${contrast.toFixed(1)}`);
  }

  // WCAG 2.4.11: at least a part of it is to be seen, under no header and in the window.
  const box = stop.matches("[type=radio]") ? (stop.closest("label") ?? stop) : stop;
  const isSeen = [...box.getClientRects()].some((rect) =>
    [0.1, 0.3, 0.5, 0.7, 0.9].some((across) =>
      [0.1, 0.3, 0.5, 0.7, 0.9].some((down) => {
        const top = document.elementFromPoint(rect.left + across * rect.width, rect.top + down * rect.height);
        return top !== null && box.contains(top);
      }),
    ),
  );
  if (!isSeen) faults.push(`${name} is covered or out of sight`);
  return { name, faults };
}
