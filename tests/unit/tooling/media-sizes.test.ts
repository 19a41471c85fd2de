import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "../../../public/media");

it("the videos are small enough to be kept in an isolate's memory", () => {
  const sizes = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(FOLDER, name)))
    .flatMap((file) => (file.isFile() ? [file.size] : []));
  expect(sizes).not.toEqual([]);
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
});
