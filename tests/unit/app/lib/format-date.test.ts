import { expect, test } from "vitest";
import { formatDate } from "../../../../app/lib/format-date";

test("a date is formatted as day, month name and year", () => {
  expect(formatDate("2025-03-14")).toBe("14 March 2025");
  expect(formatDate("2024-09-02", "short")).toBe("2 Sep 2024");
});

test("formatDate throws for anything that is not a date", () => {
  expect(() => formatDate("2025-13-01")).toThrow(RangeError);
  expect(() => formatDate("soon")).toThrow(RangeError);
});
