import { expect, test } from "vitest";
import { numberWord, numberWordCapital } from "../../../../app/lib/number-words";

test.each([
  [0, "no", "No"],
  [1, "one", "One"],
  [13, "thirteen", "Thirteen"],
  [20, "twenty", "Twenty"],
  [21, "21", "21"],
])("%i reads %s", (count, word, capital) => {
  expect(numberWord(count)).toBe(word);
  expect(numberWordCapital(count)).toBe(capital);
});
