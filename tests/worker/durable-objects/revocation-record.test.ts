import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
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
