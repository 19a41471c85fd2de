// Inline script of static pages with a carousel. Its controls change the slide without scrolling the page, as they do with React.
import { showSlide } from "../components/stories/show-slide";

addEventListener("click", (event) => {
  // React has handled the click.
  if (event.defaultPrevented) return;
  const control = (event.target as Partial<Element>).closest?.<HTMLAnchorElement>("[data-control]");
  const slide = control && document.querySelector<HTMLElement>(control.hash);
  if (!slide) return;
  event.preventDefault();
  showSlide(slide, control.dataset.control ?? "");
});
