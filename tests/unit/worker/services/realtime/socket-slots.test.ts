import { expect, onTestFinished, test, vi } from "vitest";
import { takeMemberSlot, takeSessionSlot } from "../../../../../worker/services/realtime/socket-slots";

const takeMany = (count: number, network: string) =>
  Array.from({ length: count }, (_, n) => takeSessionSlot(`${network} ${Math.floor(n / 12)}`, network));

test("the sessions of one network have 500 slots, and one that is given back twice makes room for one", () => {
  const slots = takeMany(500, "198.51.100.1");
  expect(slots).not.toContain(null);
  expect(takeSessionSlot("another", "198.51.100.1")).toBeNull();
  expect(takeSessionSlot("another", "198.51.100.2")).not.toBeNull();
  slots[0]?.release();
  slots[0]?.release();
  expect(takeSessionSlot("another", "198.51.100.1")).not.toBeNull();
  expect(takeSessionSlot("another", "198.51.100.1")).toBeNull();
});

test("a slot is free two minutes after the last heartbeat, since the runtime does not tell of every connection that is gone", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const slots = Array.from({ length: 12 }, () => takeSessionSlot("reset", ""));
  vi.setSystemTime(Date.now() + 100_000);
  slots[0]?.renew();
  expect(takeSessionSlot("reset", "")).toBeNull();
  vi.setSystemTime(Date.now() + 100_000);
  expect(Array.from({ length: 12 }, () => takeSessionSlot("reset", "")).filter((slot) => slot === null)).toHaveLength(
    1,
  );
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
