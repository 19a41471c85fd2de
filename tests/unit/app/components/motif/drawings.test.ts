import { expect, test } from "vitest";
import { avatarDrawing, initials } from "../../../../../app/components/motif/avatar";
import { coverSvg } from "../../../../../app/components/motif/cover";
import { rosterDrawing } from "../../../../../app/components/motif/roster";
import { sharePaths } from "../../../../../app/components/motif/share";
import { sunrisePaths } from "../../../../../app/components/motif/sunrise";
import { tilePath } from "../../../../../app/components/motif/weave";

/** The number of ties in a path: each ends with a line command of almost no length. */
const countTies = (path: string) => path.match(/[hv][\d.]+/g)?.length ?? 0;

test("an avatar has a tie for each letter, with vowels in a path of their own", () => {
  const drawing = avatarDrawing("Meera Kulkarni");
  expect(countTies(drawing.vowels)).toBe("eeauai".length);
  expect(countTies(drawing.plain)).toBe("mrklkrn".length);
  expect(countTies(drawing.eyes)).toBe(13);
  expect(drawing.hasSecondRing).toBe(false);
});

test("an avatar ignores accents, digits and punctuation", () => {
  expect(countTies(avatarDrawing("Zoë O'Neil 3").eyes)).toBe("zoeoneil".length);
});

test("the first letter of a name without a Latin vowel is marigold", () => {
  const drawing = avatarDrawing("सायली");
  expect(countTies(drawing.vowels)).toBe(1);
  expect(countTies(drawing.plain)).toBeGreaterThan(0);
});

test("the avatar of a long name has a second ring and stops at forty letters", () => {
  const drawing = avatarDrawing("Venkatanarasimharajuvaripeta Ramakrishnan Subramanian");
  expect(drawing.hasSecondRing).toBe(true);
  expect(drawing.isDense).toBe(true);
  expect(countTies(drawing.eyes)).toBe(40);
});

test("the avatar of an empty name is empty", () => {
  expect(avatarDrawing("  ")).toMatchObject({ plain: "", vowels: "", eyes: "", initials: "" });
});

test.each([
  ["Meera Kulkarni", "MK"],
  ["Dr. Prakash Shinde", "PS"],
  ["Ishaan", "I"],
  ["Anna Maria van der Berg", "AB"],
  ["𝒜da Lovelace", "𝒜L"],
])("the initials of %s are %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test("a story always has the same cover, and another story has another one", () => {
  expect(coverSvg({ id: "onion-meter", category: "startup" })).toBe(
    coverSvg({ id: "onion-meter", category: "startup" }),
  );
  expect(coverSvg({ id: "onion-meter", category: "startup" })).not.toBe(
    coverSvg({ id: "milk-route", category: "startup" }),
  );
});

test.each([
  ["startup", "#122859"],
  ["success", "#eda31f"],
  ["collaboration", "#6b1a24"],
] as const)("the cover of the category %s has the background %s", (category, dye) => {
  expect(coverSvg({ id: "any", category })).toContain(`<path fill="${dye}"`);
});

test("a cover is smaller than 2000 characters and has no style attribute", () => {
  const cover = coverSvg({ id: "salt-pan", category: "success" });
  expect(cover.length).toBeLessThan(2000);
  expect(cover).not.toContain("style");
});

test("the sunrise has nine arcs of ties, one of them marigold", () => {
  const { near, middle, far, accent } = sunrisePaths();
  expect(countTies(near) + countTies(middle) + countTies(far) + countTies(accent)).toBe(249);
  expect(countTies(accent)).toBeLessThan(countTies(middle));
  expect(sunrisePaths()).toEqual({ near, middle, far, accent });
});

test("a tile of the weave has 25 ties", () => {
  expect(countTies(tilePath())).toBe(25);
});

test("a share of 85 has 85 tied points and 15 open ones", () => {
  const { tied, open } = sharePaths(85);
  expect(countTies(tied)).toBe(85);
  expect(countTies(open)).toBe(15);
});

test("a roster has a tie for each letter of a name, in rows of eight", () => {
  const { plain, vowels, height } = rosterDrawing("Sahyadri Cold Chain");
  expect(countTies(plain) + countTies(vowels)).toBe("sahyadricoldchain".length);
  expect(height).toBe(3 * 16);
});
