import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { bindings } from "../support/test-app";

const record = (name: string) => bindings.REVOCATIONS.get(bindings.REVOCATIONS.idFromName(name));

it("a record exists until its expiry", async () => {
  expect(await record("a").isMarked()).toBe(false);
  await record("a").markUntil(Date.now() + 3_600_000);
  expect(await record("a").isMarked()).toBe(true);
  expect(await record("b").isMarked()).toBe(false);
  expect(await runDurableObjectAlarm(record("a"))).toBe(true);
  expect(await record("a").isMarked()).toBe(false);
});

it.each([
  ["claimed", "deleted"],
  ["deleted", "claimed"],
] as const)("an upload that is %s cannot be %s", async (first, second) => {
  const until = Date.now() + 3_600_000;
  const upload = record(`upload ${first}`);
  expect(await Promise.all([upload.endUpload(first, until), upload.endUpload(second, until)])).toEqual([null, first]);
  expect(await upload.isDeleted()).toBe(first === "deleted");
});

describe("the lock of an upload", () => {
  const NOW = Date.UTC(2026, 10, 21);
  const EXPIRES = NOW + 86_400_000;
  const lock = (name: string, holder: string, now = NOW) => record(name).lockUpload(holder, 1000, EXPIRES, now);

  it("is given to one request at a time", async () => {
    expect(await Promise.all([lock("one", "a"), lock("one", "b")])).toEqual([{ offset: 0 }, "locked"]);
    await record("one").unlockUpload("b");
    expect(await lock("one", "b")).toBe("locked");
    await record("one").unlockUpload("a");
    expect(await lock("one", "b")).toEqual({ offset: 0 });
  });

  it("lapses unless it is extended", async () => {
    await lock("lapse", "a");
    await record("lapse").extendLock("a", 1000, NOW + 900);
    expect(await lock("lapse", "b", NOW + 1100)).toBe("locked");
    expect(await lock("lapse", "b", NOW + 1900)).toEqual({ offset: 0 });
    const note = { isLast: false, leaseMs: 1000 };
    expect(await record("lapse").notePart("a", 5, note, NOW + 1900)).toEqual({ isDeleted: false, isLocked: false });
  });

  it("ends with the last part, and knows how far the upload has come", async () => {
    await lock("parts", "a");
    const note = (offset: number, isLast: boolean) =>
      record("parts").notePart("a", offset, { isLast, leaseMs: 1000 }, NOW + 900);
    expect(await note(5, false)).toEqual({ isDeleted: false, isLocked: true });
    expect(await lock("parts", "b", NOW + 1100)).toBe("locked");
    expect(await note(10, true)).toEqual({ isDeleted: false, isLocked: true });
    expect(await lock("parts", "b", NOW + 1100)).toEqual({ offset: 10 });
  });

  it("is not given for an upload that has ended", async () => {
    await record("ended").endUpload("deleted", EXPIRES);
    expect(await lock("ended", "a")).toBe("revoked");
  });
});
