// Runs the launchpad's video. Plain DOM, no React: it also works on a page that has not been hydrated.
import { buttonLabel, IN_VIEW_SHARE, mayRun, START_AFTER_MS } from "./launchpad-video-start";

/** The attribute that says the video has its player. */
const READY = "data-player";

/** Whether the browser asks for less data: Save-Data of the Network Information API, or the media feature. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  const isSaving =
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true;
  return isSaving || matchMedia("(prefers-reduced-data: reduce)").matches;
}

/**
 * Gives the video in `root` its button, and lets it start by itself where it may: what is there before is its picture alone.
 * A second call for the same element does nothing.
 * @returns what stops the player and takes the video away.
 */
export function attachPlayer(root: HTMLElement): () => void {
  const markup = root.querySelector("noscript");
  const screen = root.querySelector<HTMLElement>("[data-video-screen]");
  const button = root.querySelector("button");
  const words = button?.querySelector("span");
  if (!markup || !screen || !button || !words || root.hasAttribute(READY)) return () => {};

  const kilobytes = Number(root.dataset.kilobytes);
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const ended = new AbortController();
  let isInView = false;
  let isHeld = false;
  let isWanted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** None before it is played for the first time. */
  let video: HTMLVideoElement | undefined;
  const { signal } = ended;

  const isPlaying = () => video?.paused === false;
  const label = () => {
    root.toggleAttribute("data-playing", isPlaying());
    words.textContent = buttonLabel({ isPlaying: isPlaying(), isLoaded: Boolean(video?.readyState), kilobytes });
  };
  const createVideo = () => {
    screen.innerHTML = markup.textContent;
    const created = screen.firstElementChild as HTMLVideoElement;
    // There is a button, and the picture is under it: with one of its own, Chromium counts the page as painted (LCP) only now.
    created.controls = false;
    created.removeAttribute("poster");
    for (const event of ["play", "pause", "loadedmetadata", "emptied"]) {
      created.addEventListener(event, label, { signal });
    }
    // If no source loads, the browser still reports the video as playing, and some draw a grey box. Removing it shows the poster again.
    created.lastElementChild?.addEventListener(
      "error",
      () => {
        console.info("The video could not be loaded.");
        isWanted = false;
        created.pause();
        created.remove();
        video = undefined;
        label();
      },
      { signal },
    );
    return created;
  };
  const play = () => {
    video ??= createVideo();
    video.play().catch((error: unknown) => {
      // A pause that came first is what was asked for.
      if (error instanceof DOMException && error.name === "AbortError") return;
      // Refused: low power, or a setting of the browser. The video rests, and its button says how to start it.
      console.info("The video did not start:", error);
      video?.pause();
      label();
    });
  };
  const playOrRest = () => {
    clearTimeout(timer);
    const may = mayRun({
      isInView,
      prefersReducedMotion: reducedMotion.matches,
      savesData: savesData(),
      isHeld,
      isWanted,
    });
    if (!may) video?.pause();
    else if (!isPlaying()) timer = setTimeout(play, START_AFTER_MS);
  };

  button.addEventListener(
    "click",
    () => {
      isWanted = !isPlaying();
      isHeld = !isWanted;
      clearTimeout(timer);
      if (isWanted) play();
      else video?.pause();
    },
    { signal },
  );
  reducedMotion.addEventListener("change", playOrRest, { signal });
  const watcher = new IntersectionObserver(
    (entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? false;
      playOrRest();
    },
    { threshold: IN_VIEW_SHARE },
  );
  watcher.observe(root);

  root.setAttribute(READY, "");
  button.hidden = false;
  label();

  return () => {
    ended.abort();
    watcher.disconnect();
    clearTimeout(timer);
    video?.pause();
    screen.replaceChildren();
    button.hidden = true;
    root.removeAttribute("data-playing");
    root.removeAttribute(READY);
  };
}
