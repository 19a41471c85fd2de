import { expect, test } from "vitest";
import { takeMemberSlot, takeSessionSlot } from "../../../../../worker/services/realtime/socket-slots";

const takeMany = (count: number, network: string) =>
  Array.from({ length: count }, (_, n) => takeSessionSlot(`${network} ${Math.floor(n / 12)}`, network));

test("the sessions of one network have 500 slots, and one that is given back twice makes room for one", () => {
  const slots = takeMany(500, "198.51.100.1");
  expect(slots).not.toContain(null);
  expect(takeSessionSlot("another", "198.51.100.1")).toBeNull();
  expect(takeSessionSlot("another", "198.51.100.2")).not.toBeNull();
  slots[0]?.();
  slots[0]?.();
  expect(takeSessionSlot("another", "198.51.100.1")).not.toBeNull();
  expect(takeSessionSlot("another", "198.51.100.1")).toBeNull();
});

test("an unknown network has no limit, and a session has twelve slots in it", () => {
  expect(takeMany(600, "")).not.toContain(null);
  expect(takeSessionSlot(" 0", "")).toBeNull();
});

test("a member has eight slots", () => {
  expect(Array.from({ length: 8 }, () => takeMemberSlot("asha"))).not.toContain(null);
  expect(takeMemberSlot("asha")).toBeNull();
  expect(takeMemberSlot("bina")).not.toBeNull();
});
