import { expect, it } from "vitest";
import { generateId } from "../../../worker/services/ids";

it("an id is the time in hexadecimal and seven random hexadecimal digits", () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0, 345);
  const id = generateId(now);
  expect(id).toMatch(/^[0-9a-f]{20}$/);
  expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Math.floor(now / 1000));
  expect(Number.parseInt(id.slice(8, 13), 16)).toBe(345_000);
});

it("ids of one moment differ", () => {
  expect(new Set(Array.from({ length: 200 }, () => generateId(0))).size).toBe(200);
});
