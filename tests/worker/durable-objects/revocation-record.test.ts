import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
import { bindings } from "../support/test-app";

const record = (name: string) => bindings.REVOCATIONS.get(bindings.REVOCATIONS.idFromName(name));

it("a record exists until its expiry", async () => {
  expect(await record("a").isRevoked()).toBe(false);
  await record("a").revoke(Date.now() + 3_600_000);
  expect(await record("a").isRevoked()).toBe(true);
  expect(await record("b").isRevoked()).toBe(false);
  expect(await runDurableObjectAlarm(record("a"))).toBe(true);
  expect(await record("a").isRevoked()).toBe(false);
});
