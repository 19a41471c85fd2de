import { expect, it } from "vitest";
import { derivedId, generateId } from "../../../worker/services/ids";

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

it("an id that is derived has the same form, and is the same for the same digest", () => {
  const id = derivedId("9f86d081884c7d659a2feaa0c55ad015");
  expect(id).toMatch(/^[0-9a-f]{20}$/);
  expect(derivedId("9f86d081884c7d659a2feaa0c55ad015")).toBe(id);
  const [seconds, within] = [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8, 13), 16)];
  expect(new Date(seconds * 1000).getUTCFullYear()).toBe(2026);
  expect(within % 1000).toBe(0);
  expect(within).toBeLessThan(1_000_000);
});
