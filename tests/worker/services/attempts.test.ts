import { describe, expect, it } from "vitest";
import { ATTEMPTS_PER_HOUR } from "../../../worker/services/attempts";
import { bindings } from "../support/edge";

const NOW = Date.UTC(2026, 10, 21);
const counter = (name: string) => bindings.ATTEMPTS.get(bindings.ATTEMPTS.idFromName(name));

async function takeAll(name: string): Promise<void> {
  for (let i = 0; i < ATTEMPTS_PER_HOUR; i += 1) expect(await counter(name).take(NOW)).toBe(0);
}

describe("the attempt counter", () => {
  it("allows its number an hour, then says how long to wait", async () => {
    await takeAll("hour");
    expect(await counter("hour").take(NOW + 600_000)).toBe(3000);
  });

  it("starts again when the hour is over", async () => {
    await takeAll("again");
    expect(await counter("again").take(NOW + 3_600_000)).toBe(0);
  });

  it("counts tries that come at once one by one", async () => {
    const waits = await Promise.all(Array.from({ length: 15 }, () => counter("at once").take(NOW)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(ATTEMPTS_PER_HOUR);
  });

  it("forgets after a success, and takes a try back", async () => {
    await takeAll("success");
    await counter("success").reset();
    await takeAll("success");
    await counter("success").giveBack();
    expect(await counter("success").take(NOW)).toBe(0);
    expect(await counter("success").take(NOW)).toBeGreaterThan(0);
  });

  it("does not mix people up", async () => {
    await takeAll("one");
    expect(await counter("another").take(NOW)).toBe(0);
  });
});
