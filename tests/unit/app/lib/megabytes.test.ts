import { expect, test } from "vitest";
import { megabytes } from "../../../../app/lib/megabytes";

test.each([
  [1, "1 KB"],
  [99_999, "100 KB"],
  [100_000, "0.1 MB"],
  [8_400_000, "8.4 MB"],
])("%i bytes read %s", (bytes, words) => {
  expect(megabytes(bytes)).toBe(words);
});
