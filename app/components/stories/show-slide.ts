// Turns the carousel's slides. Plain DOM, no React: it also works on a page that has not been hydrated.

/** Brings a slide into view and the focus to the same control on it. The page itself stays where it is. */
export function showSlide(slide: HTMLElement, control: string): void {
  slide.inert = false;
  slide.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus({ preventScroll: true });
  const track = slide.parentElement;
  track?.scrollTo({ left: slide.offsetLeft - track.offsetLeft });
}
