// Inline on the settled page with the film.
import { attachPlayer } from "../components/launchpad-video-player";
import { afterNextPaint } from "../lib/after-next-paint";

afterNextPaint(() => {
  for (const film of document.querySelectorAll<HTMLElement>(".film")) attachPlayer(film);
});
