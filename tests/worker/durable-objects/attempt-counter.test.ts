import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bindings } from "../support/test-app";

/** The present: the alarm of a window in the past would delete the attempts while a test counts them. */
const NOW = Date.now();
const LIMITS = { each: 10, total: 25 };
const counter = (name: string) => bindings.ATTEMPTS.get(bindings.ATTEMPTS.idFromName(name));
const storedKeys = (name: string) =>
  runInDurableObject(counter(name), async (_, { storage }) => [...(await storage.list()).keys()]);

afterEach(() => {
  vi.useRealTimers();
});

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

  it("deletes the attempts when the hour is over", async () => {
    await consumeAll("deleted");
    vi.useFakeTimers({ toFake: ["Date"], now: NOW + 3_600_000 });
    expect(await runDurableObjectAlarm(counter("deleted"))).toBe(true);
    expect(await storedKeys("deleted")).toEqual([]);
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

  it("allows one attempt now and then beyond the limit, where the limit says so, until the hour is over", async () => {
    const limits = { ...LIMITS, thenPause: { first: 12, longest: 12 } };
    const attempt = (seconds: number) => counter("then").consume("a", limits, 1, NOW + seconds * 1000);
    for (let n = 0; n < LIMITS.each; n += 1) expect(await attempt(n)).toBe(0);
    expect(await attempt(10)).toBe(11);
    expect(await attempt(21)).toBe(0);
    expect(await attempt(32)).toBe(1);
    expect(await attempt(33)).toBe(0);
    await counter("then").refund("a");
    expect(await attempt(33)).toBe(0);
    expect(await attempt(3595)).toBe(0);
    expect(await attempt(3596)).toBe(4);
    for (let n = 0; n < LIMITS.each; n += 1) expect(await attempt(3600)).toBe(0);
  });

  it("lets the pauses beyond the limit grow, where the limit says so", async () => {
    const limits = { ...LIMITS, thenPause: { first: 5, longest: 60 } };
    await consumeAll("growing");
    const waits: number[] = [];
    let now = NOW;
    for (let n = 0; n < 6; n += 1) {
      const wait = await counter("growing").consume("a", limits, 1, now);
      waits.push(wait);
      now += wait * 1000;
      expect(await counter("growing").consume("a", limits, 1, now)).toBe(0);
    }
    expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it("waits for a whole pause before an amount that does not fit, also while there is room for less", async () => {
    const limits = { ...LIMITS, thenPause: { first: 12, longest: 12 } };
    const bytes = counter("bytes and pauses");
    expect(await bytes.consume("a", limits, 7, NOW)).toBe(0);
    expect(await bytes.consume("a", limits, 4, NOW)).toBe(12);
    expect(await bytes.consume("a", limits, 4, NOW + 12_000)).toBe(0);
    expect(await bytes.consume("a", limits, 4, NOW + 13_000)).toBe(11);
  });

  describe("with pauses", () => {
    const PAUSED = {
      each: 2,
      total: 4,
      windowSeconds: 86_400,
      pauses: { each: { first: 60, longest: 200 }, total: { first: 10, longest: 40 } },
    };
    const attempt = (name: string, caller: string, seconds: number) =>
      counter(name).consume(caller, PAUSED, 1, NOW + seconds * 1000);

    it("doubles the pause after each attempt beyond the limit, up to the longest one", async () => {
      for (let n = 0; n < 2; n += 1) expect(await attempt("doubling", "a", 0)).toBe(0);
      const waits: number[] = [];
      let now = 0;
      for (let n = 0; n < 5; n += 1) {
        const wait = await attempt("doubling", "a", now);
        waits.push(wait);
        expect(await attempt("doubling", "a", now + wait - 1)).toBe(1);
        now += wait;
        expect(await attempt("doubling", "a", now)).toBe(0);
      }
      expect(waits).toEqual([60, 120, 200, 200, 200]);
    });

    it("pauses all callers when their attempts reach the total", async () => {
      for (const caller of ["a", "a", "b", "b"]) expect(await attempt("all", caller, 0)).toBe(0);
      expect(await attempt("all", "c", 0)).toBe(10);
      expect(await attempt("all", "c", 10)).toBe(0);
      expect(await attempt("all", "d", 10)).toBe(20);
    });

    it("forgets a caller a window after the last attempt, and nobody before", async () => {
      for (let n = 0; n < 2; n += 1) await attempt("forgets", "a", 0);
      await attempt("forgets", "b", 50_000);
      expect(await attempt("forgets", "a", 50)).toBe(10);
      expect(await attempt("forgets", "a", 86_400)).toBe(0);
      expect(await attempt("forgets", "b", 86_400)).toBe(0);
      expect(await attempt("forgets", "b", 86_400)).toBe(60);
    });

    it("gives back the pause of a refunded attempt, for its caller and for all", async () => {
      for (const caller of ["a", "a", "b", "b"]) await attempt("refunded", caller, 0);
      expect(await attempt("refunded", "a", 60)).toBe(0);
      expect(await attempt("refunded", "a", 60)).toBe(120);
      expect(await attempt("refunded", "c", 60)).toBe(20);
      await counter("refunded").refund("a");
      // The pauses before that attempt, which are over: a minute for the caller, ten seconds for all.
      expect(await attempt("refunded", "c", 60)).toBe(0);
      await counter("refunded").refund("c");
      expect(await attempt("refunded", "a", 60)).toBe(0);
    });

    it("keeps the attempts for a window after the last one, then deletes them", async () => {
      for (let n = 0; n < 2; n += 1) await attempt("kept", "a", 0);
      expect(await attempt("kept", "b", 50)).toBe(0);
      vi.useFakeTimers({ toFake: ["Date"], now: NOW + 86_400_000 });
      expect(await runDurableObjectAlarm(counter("kept"))).toBe(true);
      expect(await storedKeys("kept")).toEqual(["window"]);
      vi.setSystemTime(NOW + 86_450_000);
      expect(await runDurableObjectAlarm(counter("kept"))).toBe(true);
      expect(await storedKeys("kept")).toEqual([]);
      expect(await runDurableObjectAlarm(counter("kept"))).toBe(false);
    });
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

  describe("of known devices", () => {
    const DAY_MS = 86_400_000;
    const attempt = (name: string, since: number) => counter(name).consumeOnDevice("device", since, LIMITS);

    it("counts no attempt of a device from before the account forgot its devices", async () => {
      expect(await attempt("forgotten", 0)).toBe(0);
      await counter("forgotten").forgetDevices({ before: NOW, until: NOW + DAY_MS });
      expect(await attempt("forgotten", NOW - 1)).toBeNull();
      // An earlier time that comes later changes nothing.
      await counter("forgotten").forgetDevices({ before: NOW - 5, until: NOW });
      expect(await attempt("forgotten", NOW - 1)).toBeNull();
      expect(await attempt("forgotten", NOW)).toBe(0);
    });

    it("keeps the attempts of a device that was forgotten", async () => {
      for (let n = 0; n < LIMITS.each; n += 1) await attempt("kept attempts", NOW);
      await counter("kept attempts").forgetDevices({ before: NOW + 1, until: NOW + DAY_MS });
      expect(await attempt("kept attempts", NOW + 1)).toBeGreaterThan(3000);
    });

    it("knows which devices are forgotten until their cookies have expired, also when the attempts are gone", async () => {
      await attempt("until", NOW);
      await counter("until").forgetDevices({ before: NOW + 1, until: NOW + DAY_MS });
      await counter("until").resetAll();
      expect(await attempt("until", NOW)).toBeNull();
      expect(await attempt("until", NOW + 1)).toBe(0);
      vi.useFakeTimers({ toFake: ["Date"], now: NOW + 2 * 3_600_000 });
      expect(await runDurableObjectAlarm(counter("until"))).toBe(true);
      expect(await storedKeys("until")).toEqual(["devices"]);
      vi.setSystemTime(NOW + DAY_MS);
      expect(await runDurableObjectAlarm(counter("until"))).toBe(true);
      expect(await storedKeys("until")).toEqual([]);
    });
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
