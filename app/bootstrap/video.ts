// Inline script of the static page with the video.
import { attachPlayer } from "../components/launchpad-video-player";
import { afterNextPaint } from "../lib/after-next-paint";

afterNextPaint(() => {
  for (const video of document.querySelectorAll<HTMLElement>("[data-video]")) attachPlayer(video);
});
