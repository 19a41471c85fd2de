import { expect, test } from "vitest";
import { buttonLabel, mayPlay } from "../../../../app/components/launchpad-video-start";

const inView = {
  isInView: true,
  prefersReducedMotion: false,
  savesData: false,
  isPausedByVisitor: false,
  isStartedByVisitor: false,
};

test("the video may run by itself once it is in view, and not before", () => {
  expect(mayPlay(inView)).toBe(true);
  expect(mayPlay({ ...inView, isInView: false })).toBe(false);
});

test.each([{ prefersReducedMotion: true }, { savesData: true }])("the video never runs unasked with %o", (setting) => {
  expect(mayPlay({ ...inView, ...setting })).toBe(false);
  expect(mayPlay({ ...inView, ...setting, isStartedByVisitor: true })).toBe(true);
});

test("a video that was paused stays paused, whoever wanted it before", () => {
  expect(mayPlay({ ...inView, isPausedByVisitor: true })).toBe(false);
  expect(mayPlay({ ...inView, isPausedByVisitor: true, isStartedByVisitor: true })).toBe(false);
});

test("a video that somebody started rests while it is out of view", () => {
  expect(mayPlay({ ...inView, isInView: false, isStartedByVisitor: true })).toBe(false);
});

test("the button says what it does, and what it costs before anything is loaded", () => {
  expect(buttonLabel({ isPlaying: false, isLoaded: false, kilobytes: 420 })).toBe("Play the film, 420 KB");
  expect(buttonLabel({ isPlaying: true, isLoaded: true, kilobytes: 420 })).toBe("Pause the film");
  expect(buttonLabel({ isPlaying: false, isLoaded: true, kilobytes: 420 })).toBe("Play the film");
});
