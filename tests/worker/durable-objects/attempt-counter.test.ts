import { describe, expect, it } from "vitest";
import { bindings } from "../support/test-app";

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { each: 10, total: 25 };
const counter = (name: string) => bindings.ATTEMPTS.get(bindings.ATTEMPTS.idFromName(name));

async function consumeAll(name: string, caller = "a"): Promise<void> {
  for (let i = 0; i < LIMITS.each; i += 1) expect(await counter(name).consume(caller, LIMITS, 1, NOW)).toBe(0);
}

describe("AttemptCounter", () => {
  it("allows a number of attempts an hour, then returns the seconds to wait", async () => {
    await consumeAll("hour");
    expect(await counter("hour").consume("a", LIMITS, 1, NOW + 600_000)).toBe(3000);
  });

  it("starts again when the hour is over", async () => {
    await consumeAll("again");
    expect(await counter("again").consume("a", LIMITS, 1, NOW + 3_600_000)).toBe(0);
  });

  it("counts concurrent attempts correctly", async () => {
    const waits = await Promise.all(Array.from({ length: 15 }, () => counter("at once").consume("a", LIMITS, 1, NOW)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(LIMITS.each);
  });

  it("limits each caller, and all callers together", async () => {
    await consumeAll("callers", "a");
    await consumeAll("callers", "b");
    for (let i = 0; i < 5; i += 1) expect(await counter("callers").consume(`c${i}`, LIMITS, 1, NOW)).toBe(0);
    expect(await counter("callers").consume("d", LIMITS, 1, NOW)).toBe(3600);
  });

  it("resets one caller's attempts only", async () => {
    await consumeAll("success", "a");
    await consumeAll("success", "b");
    await counter("success").reset("a");
    expect(await counter("success").consume("a", LIMITS, 1, NOW)).toBe(0);
    expect(await counter("success").consume("b", LIMITS, 1, NOW)).toBe(3600);
  });

  it("counts and refunds several at once, such as bytes, and refuses what does not fit", async () => {
    const bytes = counter("bytes");
    expect(await bytes.consume("a", LIMITS, 7, NOW)).toBe(0);
    expect(await bytes.consume("a", LIMITS, 4, NOW)).toBe(3600);
    expect(await bytes.consume("a", LIMITS, 3, NOW)).toBe(0);
    await bytes.refund("a", 20);
    expect(await bytes.consume("a", LIMITS, 10, NOW)).toBe(0);
    expect(await bytes.consume("a", LIMITS, 1, NOW)).toBe(3600);
  });

  it("refunds one attempt", async () => {
    await consumeAll("back");
    await counter("back").refund("a");
    expect(await counter("back").consume("a", LIMITS, 1, NOW)).toBe(0);
    expect(await counter("back").consume("a", LIMITS, 1, NOW)).toBe(3600);
  });

  it("resets all callers' attempts", async () => {
    await consumeAll("reset");
    await counter("reset").resetAll();
    expect(await counter("reset").consume("a", LIMITS, 1, NOW)).toBe(0);
  });

  it("counts each subject separately", async () => {
    await consumeAll("one");
    expect(await counter("another").consume("a", LIMITS, 1, NOW)).toBe(0);
  });
});
