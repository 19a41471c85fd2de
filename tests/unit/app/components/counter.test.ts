import { expect, test } from "vitest";
import { counterValues } from "../../../../app/components/counter";

test.each([
  { target: 100, steps: 40, step: 3 },
  { target: 50, steps: 40, step: 2 },
  { target: 1000, steps: 40, step: 25 },
  { target: 25, steps: 40, step: 1 },
  { target: 100, steps: 50, step: 2 },
])("a counter to $target in $steps steps rises by $step and ends at its target", ({ target, steps, step }) => {
  const values = counterValues(target, steps);
  expect(values[0]).toBe(0);
  expect(values[1]).toBe(step);
  expect(values.at(-1)).toBe(target);
  expect(Math.max(...values)).toBe(target);
});
