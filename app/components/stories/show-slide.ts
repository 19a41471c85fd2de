// Changes the slide of the carousel. Plain DOM without React: it also works before hydration.

/**
 * Scrolls a slide into view, without scrolling the page.
 * @param control the `data-control` of the control on that slide that receives focus
 */
export function showSlide(slide: HTMLElement, control: string): void {
  slide.inert = false;
  slide.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus({ preventScroll: true });
  const track = slide.parentElement;
  track?.scrollTo({ left: slide.offsetLeft - track.offsetLeft });
}
