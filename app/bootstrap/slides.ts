// Inline on static pages with a carousel: its controls turn the slides, as they do with React. A control's own link would take the
// page along.
import { showSlide } from "../components/stories/show-slide";

addEventListener("click", (event) => {
  // React has been here.
  if (event.defaultPrevented) return;
  const control = (event.target as Partial<Element>).closest?.<HTMLAnchorElement>("[data-control]");
  const slide = control && document.querySelector<HTMLElement>(control.hash);
  if (!slide) return;
  event.preventDefault();
  showSlide(slide, control.dataset.control ?? "");
});
