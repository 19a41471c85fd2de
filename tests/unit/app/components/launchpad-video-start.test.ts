import { expect, test } from "vitest";
import { buttonLabel, mayPlay } from "../../../../app/components/launchpad-video-start";

const inView = {
  isInView: true,
  prefersReducedMotion: false,
  savesData: false,
  isPausedByVisitor: false,
  isStartedByVisitor: false,
};

test("the video plays by itself only when it is in view", () => {
  expect(mayPlay(inView)).toBe(true);
  expect(mayPlay({ ...inView, isInView: false })).toBe(false);
});

test.each([{ prefersReducedMotion: true }, { savesData: true }])(
  "with %o the video plays only when the visitor starts it",
  (setting) => {
    expect(mayPlay({ ...inView, ...setting })).toBe(false);
    expect(mayPlay({ ...inView, ...setting, isStartedByVisitor: true })).toBe(true);
  },
);

test("a video that the visitor has paused stays paused", () => {
  expect(mayPlay({ ...inView, isPausedByVisitor: true })).toBe(false);
  expect(mayPlay({ ...inView, isPausedByVisitor: true, isStartedByVisitor: true })).toBe(false);
});

test("a video that the visitor has started pauses while it is out of view", () => {
  expect(mayPlay({ ...inView, isInView: false, isStartedByVisitor: true })).toBe(false);
});

test("the button's label names its action, and is the invitation before anything is loaded", () => {
  const idle = { isPlaying: false, isLoaded: false, invitation: "Play the film, 420 KB" };
  expect(buttonLabel(idle)).toBe("Play the film, 420 KB");
  expect(buttonLabel({ ...idle, isPlaying: true })).toBe("Pause the film");
  expect(buttonLabel({ ...idle, isPlaying: true, isLoaded: true })).toBe("Pause the film");
  expect(buttonLabel({ ...idle, isLoaded: true })).toBe("Play the film");
});
