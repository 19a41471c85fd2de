import { expect, test } from "vitest";
import { capitalizedNumber, numberInWords } from "../../../../app/lib/number-in-words";

test.each([
  [0, "no", "No"],
  [1, "one", "One"],
  [13, "thirteen", "Thirteen"],
  [20, "twenty", "Twenty"],
  [21, "21", "21"],
])("%i becomes %s", (count, word, capital) => {
  expect(numberInWords(count)).toBe(word);
  expect(capitalizedNumber(count)).toBe(capital);
});
