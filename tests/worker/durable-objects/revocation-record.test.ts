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

it("a mark that is set once is set by one of two requests", async () => {
  const until = Date.now() + 3_600_000;
  const marks = await Promise.all([record("once").markOnce(until), record("once").markOnce(until)]);
  expect(marks).toEqual([true, false]);
  expect(await record("once").isMarked()).toBe(true);
});

it("a cutoff keeps the time of the latest, and excepts no session that an earlier one has ended", async () => {
  const until = Date.now() + 3_600_000;
  const old = { sessionId: "old", startedAt: 100 };
  const young = { sessionId: "young", startedAt: 250 };
  const cutoffs = record("cutoffs");
  await cutoffs.addCutoff(200, old, until);
  await cutoffs.addCutoff(150, null, until);
  expect(await cutoffs.lastCutoff()).toEqual({ before: 200, exceptSessionId: "old" });
  await cutoffs.addCutoff(300, young, until);
  expect(await cutoffs.lastCutoff()).toEqual({ before: 300, exceptSessionId: "young" });
  await cutoffs.addCutoff(400, old, until);
  expect(await cutoffs.lastCutoff()).toEqual({ before: 400, exceptSessionId: null });
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

it("a claimed upload whose file was deleted may be claimed after all", async () => {
  const until = Date.now() + 3_600_000;
  const upload = record("named again");
  await upload.endUpload("claimed", until);
  await upload.setUploadOutcome("deleted", until);
  expect(await upload.isDeleted()).toBe(true);
  await upload.setUploadOutcome("claimed", until);
  expect([await upload.isDeleted(), await upload.isMarked()]).toEqual([false, true]);
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

describe("the reservation of an upload", () => {
  const NOW = Date.UTC(2026, 10, 21);
  const EXPIRES = NOW + 86_400_000;
  const reserve = (name: string, userId: string, holder: string, now = NOW) =>
    record(name).reserveUpload({ userId, holder, leaseMs: 1000, expiresAt: EXPIRES }, now);

  it("is given to one user at a time, for as many requests as they send", async () => {
    expect(await reserve("user", "asha", "1")).toBe(true);
    expect(await reserve("user", "ravi", "2")).toBe(false);
    expect(await reserve("user", "asha", "3")).toBe(true);
  });

  it.each([
    ["first", "1", "2"],
    ["second", "2", "1"],
  ])("holds until both requests have given it back, the %s one before", async (which, earlier, later) => {
    const name = `two requests, ${which}`;
    await reserve(name, "asha", "1");
    await reserve(name, "asha", "2");
    await record(name).releaseReservation(earlier);
    expect(await reserve(name, "ravi", "3")).toBe(false);
    await record(name).releaseReservation(later);
    expect(await reserve(name, "ravi", "3")).toBe(true);
  });

  it("lapses when its last request does", async () => {
    await reserve("lapse of two", "asha", "1");
    await reserve("lapse of two", "asha", "2", NOW + 500);
    expect(await reserve("lapse of two", "ravi", "3", NOW + 1100)).toBe(false);
    expect(await reserve("lapse of two", "ravi", "3", NOW + 1500)).toBe(true);
  });

  it("stays the user's own when their profile has the file", async () => {
    await reserve("claimed file", "asha", "1");
    await record("claimed file").endUpload("claimed", EXPIRES);
    await record("claimed file").releaseReservation("1");
    expect(await reserve("claimed file", "ravi", "2", NOW + 5000)).toBe(false);
    expect(await reserve("claimed file", "asha", "3", NOW + 5000)).toBe(true);
  });
});
