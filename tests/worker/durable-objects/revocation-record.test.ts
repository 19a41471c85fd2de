import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
import { bindings } from "../support/test-app";

const record = (name: string) => bindings.REVOCATIONS.get(bindings.REVOCATIONS.idFromName(name));

it("a record exists until its expiry", async () => {
  expect(await record("a").isMarked()).toBe(false);
  await record("a").mark(Date.now() + 3_600_000);
  expect(await record("a").isMarked()).toBe(true);
  expect(await record("b").isMarked()).toBe(false);
  expect(await runDurableObjectAlarm(record("a"))).toBe(true);
  expect(await record("a").isMarked()).toBe(false);
});
