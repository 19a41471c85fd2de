import { expect, test } from "vitest";
import { isScrolled } from "../../../../app/components/scrolled-style";

test.each([
  { before: false, y: 0, after: false },
  { before: false, y: 35, after: false },
  { before: false, y: 36, after: true },
  { before: true, y: 35, after: true },
  { before: true, y: 10, after: true },
  { before: true, y: 9, after: false },
  { before: false, y: 20, after: false },
])(
  "at $y px, with scrolled style before: $before, the header has the scrolled style: $after",
  ({ before, y, after }) => {
    expect(isScrolled(before, y)).toBe(after);
  },
);
