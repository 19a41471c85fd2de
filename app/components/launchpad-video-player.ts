// Plays the launchpad's video. Plain DOM without React: it also works before hydration.
import { buttonLabel, IN_VIEW_SHARE, mayPlay, START_AFTER_MS } from "./launchpad-video-start";

/** Set on an element that has a player already. */
const ATTACHED = "data-player";

/** True when the visitor saves data: Save-Data of the Network Information API, or the media feature. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  const isSaving =
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true;
  return isSaving || matchMedia("(prefers-reduced-data: reduce)").matches;
}

/**
 * Creates the video that `LaunchpadVideo` describes in the attributes of its screen: as properties, since Trusted Types refuse markup. It
 * has no poster: the picture is under it already, and a poster would be a later Largest Contentful Paint in Chromium.
 */
function createVideoElement({ properties = "{}", sources = "[]" }: DOMStringMap): HTMLVideoElement {
  const video: HTMLVideoElement = Object.assign(document.createElement("video"), JSON.parse(properties));
  for (const source of JSON.parse(sources)) video.append(Object.assign(document.createElement("source"), source));
  return video;
}

/**
 * Shows the video's button in `root`, and plays the video by itself when `mayPlay` allows it. Before, only its picture is shown. A
 * second call for the same element does nothing.
 * @returns a function that stops the player and removes the video
 */
export function attachPlayer(root: HTMLElement): () => void {
  const screen = root.querySelector<HTMLElement>("[data-video-screen]");
  const button = root.querySelector("button");
  const label = button?.querySelector("span");
  if (!screen || !button || !label || root.hasAttribute(ATTACHED)) return () => {};

  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const controller = new AbortController();
  let isInView = false;
  let isPausedByVisitor = false;
  let isStartedByVisitor = false;
  /** The label before anything is loaded. */
  let { invitation = "" } = root.dataset;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Undefined until the video first plays. */
  let video: HTMLVideoElement | undefined;
  const { signal } = controller;

  const isPlaying = () => video?.paused === false;
  const updateButton = () => {
    root.toggleAttribute("data-playing", isPlaying());
    label.textContent = buttonLabel({ isPlaying: isPlaying(), isLoaded: Boolean(video?.readyState), invitation });
  };
  const createVideo = () => {
    const created = createVideoElement(screen.dataset);
    screen.replaceChildren(created);
    for (const event of ["play", "pause", "loadedmetadata", "emptied"]) {
      created.addEventListener(event, updateButton, { signal });
    }
    // If no source loads, browsers report the video as playing, and some draw a grey box. Removing it shows the picture again.
    created.lastElementChild?.addEventListener(
      "error",
      () => {
        if (isStartedByVisitor) invitation = root.dataset.failure ?? "";
        isStartedByVisitor = false;
        created.pause();
        created.remove();
        video = undefined;
        updateButton();
      },
      { signal },
    );
    return created;
  };
  const play = () => {
    video ??= createVideo();
    video.play().catch((error: unknown) => {
      // pause() was called before the video could play.
      if (error instanceof DOMException && error.name === "AbortError") return;
      // The browser does not allow it, for example in low power mode. The button can still start the video.
      console.info("The video did not start:", error);
      video?.pause();
      updateButton();
    });
  };
  const updatePlayback = () => {
    clearTimeout(timer);
    const isAllowed = mayPlay({
      isInView,
      prefersReducedMotion: reducedMotion.matches,
      savesData: savesData(),
      isPausedByVisitor,
      isStartedByVisitor,
    });
    if (!isAllowed) video?.pause();
    else if (!isPlaying()) timer = setTimeout(play, START_AFTER_MS);
  };

  button.addEventListener(
    "click",
    () => {
      isStartedByVisitor = !isPlaying();
      isPausedByVisitor = !isStartedByVisitor;
      clearTimeout(timer);
      if (isStartedByVisitor) play();
      else video?.pause();
    },
    { signal },
  );
  reducedMotion.addEventListener("change", updatePlayback, { signal });
  const observer = new IntersectionObserver(
    (entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? false;
      updatePlayback();
    },
    { threshold: IN_VIEW_SHARE },
  );
  observer.observe(root);

  root.setAttribute(ATTACHED, "");
  button.hidden = false;
  updateButton();

  return () => {
    controller.abort();
    observer.disconnect();
    clearTimeout(timer);
    video?.pause();
    screen.replaceChildren();
    button.hidden = true;
    root.removeAttribute("data-playing");
    root.removeAttribute(ATTACHED);
  };
}
