import { expect, test } from "vitest";
import { takeSlot } from "../../../../../worker/services/realtime/socket-slots";

const takeMany = (count: number, network: string) =>
  Array.from({ length: count }, (_, n) => takeSlot(`${network} ${Math.floor(n / 8)}`, network));

test("the members of one network have 500 slots, and one that is given back twice makes room for one", () => {
  const slots = takeMany(500, "198.51.100.1");
  expect(slots).not.toContain(null);
  expect(takeSlot("another", "198.51.100.1")).toBeNull();
  expect(takeSlot("another", "198.51.100.2")).not.toBeNull();
  slots[0]?.();
  slots[0]?.();
  expect(takeSlot("another", "198.51.100.1")).not.toBeNull();
  expect(takeSlot("another", "198.51.100.1")).toBeNull();
});

test("an unknown network has no limit, and a member has eight slots in it", () => {
  expect(takeMany(600, "")).not.toContain(null);
  expect(takeSlot(" 0", "")).toBeNull();
});
