import { describe, expect, it } from "vitest";
import { bindings } from "../support/test-app";

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { each: 10, total: 25 };
const counter = (name: string) => bindings.ATTEMPTS.get(bindings.ATTEMPTS.idFromName(name));

async function takeAll(name: string, caller = "a"): Promise<void> {
  for (let i = 0; i < LIMITS.each; i += 1) expect(await counter(name).consume(caller, LIMITS, NOW)).toBe(0);
}

describe("the attempt counter", () => {
  it("allows its number an hour, then says how long to wait", async () => {
    await takeAll("hour");
    expect(await counter("hour").consume("a", LIMITS, NOW + 600_000)).toBe(3000);
  });

  it("starts again when the hour is over", async () => {
    await takeAll("again");
    expect(await counter("again").consume("a", LIMITS, NOW + 3_600_000)).toBe(0);
  });

  it("counts tries that come at once one by one", async () => {
    const waits = await Promise.all(Array.from({ length: 15 }, () => counter("at once").consume("a", LIMITS, NOW)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(LIMITS.each);
  });

  it("gives each caller his own number, up to what all of them have together", async () => {
    await takeAll("callers", "a");
    await takeAll("callers", "b");
    for (let i = 0; i < 5; i += 1) expect(await counter("callers").consume(`c${i}`, LIMITS, NOW)).toBe(0);
    expect(await counter("callers").consume("d", LIMITS, NOW)).toBe(3600);
  });

  it("after a success forgets that caller's tries, and nobody else's", async () => {
    await takeAll("success", "a");
    await takeAll("success", "b");
    await counter("success").reset("a");
    expect(await counter("success").consume("a", LIMITS, NOW)).toBe(0);
    expect(await counter("success").consume("b", LIMITS, NOW)).toBe(3600);
  });

  it("takes a try back", async () => {
    await takeAll("back");
    await counter("back").refund("a");
    expect(await counter("back").consume("a", LIMITS, NOW)).toBe(0);
    expect(await counter("back").consume("a", LIMITS, NOW)).toBe(3600);
  });

  it("forgets everything at a reset", async () => {
    await takeAll("reset");
    await counter("reset").resetAll();
    expect(await counter("reset").consume("a", LIMITS, NOW)).toBe(0);
  });

  it("does not mix people up", async () => {
    await takeAll("one");
    expect(await counter("another").consume("a", LIMITS, NOW)).toBe(0);
  });
});
