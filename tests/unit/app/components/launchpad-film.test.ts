import { expect, test } from "vitest";
import { startsByItself } from "../../../../app/components/launchpad-film";

test.each([
  { reducedMotion: false, saveData: false, starts: true },
  { reducedMotion: true, saveData: false, starts: false },
  { reducedMotion: false, saveData: true, starts: false },
])("with reduced motion $reducedMotion and Save-Data $saveData the film starts by itself: $starts", (preferences) => {
  expect(startsByItself(preferences)).toBe(preferences.starts);
});
