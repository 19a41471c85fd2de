import { expect, test } from "vitest";
import { formatSize } from "../../../../app/lib/format-size";

test.each([
  [1, "1 KB"],
  [99_999, "100 KB"],
  [100_000, "0.1 MB"],
  [8_400_000, "8.4 MB"],
])("%i bytes are formatted as %s", (bytes, expected) => {
  expect(formatSize(bytes)).toBe(expected);
});
