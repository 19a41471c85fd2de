import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
import { bindings } from "../support/test-app";

const tombstone = (name: string) => bindings.REVOCATIONS.get(bindings.REVOCATIONS.idFromName(name));

it("a tombstone stands until what it marks would have ended anyway", async () => {
  expect(await tombstone("a").isMarked()).toBe(false);
  await tombstone("a").mark(Date.now() + 3_600_000);
  expect(await tombstone("a").isMarked()).toBe(true);
  expect(await tombstone("b").isMarked()).toBe(false);
  expect(await runDurableObjectAlarm(tombstone("a"))).toBe(true);
  expect(await tombstone("a").isMarked()).toBe(false);
});
