import { expect, test } from "vitest";
import { passwordStrength } from "../../../../app/contract/password";

test.each([
  ["", 0, "Weak"],
  ["a", 1, "Weak"],
  ["aB", 2, "Weak"],
  ["abcdefgh", 2, "Weak"],
  ["aB1", 3, "Medium"],
  ["Abcdefgh", 3, "Medium"],
  ["aB1-", 4, "Strong"],
  ["Abcdefg1", 4, "Strong"],
  ["Abcdef1-", 5, "Strong"],
  ["अबकखगघचछ", 1, "Weak"],
  ["ÄÖÜäöüßß", 3, "Medium"],
  ["abc   defg", 2, "Weak"],
])("the strength of %j is %i, %s", (password, score, word) => {
  expect(passwordStrength(password)).toEqual({ score, word });
});
