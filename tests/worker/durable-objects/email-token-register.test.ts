import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { bindings } from "../support/test-app";

const NOW = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;
const until = NOW + HOUR;
const register = (name: string) => bindings.EMAIL_TOKENS.get(bindings.EMAIL_TOKENS.idFromName(name));

describe("EmailTokenRegister", () => {
  it("revokes a code when the next one is registered, and no link", async () => {
    const own = register("codes");
    await own.add({ name: "link", kind: "link", madeAt: NOW, until }, NOW);
    await own.add({ name: "first", kind: "code", madeAt: NOW, until }, NOW);
    expect(await own.isRevoked("first", NOW)).toBe(false);
    await own.add({ name: "second", kind: "code", madeAt: NOW, until }, NOW);
    await own.add({ name: "other link", kind: "link", madeAt: NOW, until }, NOW);
    const revoked = await Promise.all(
      ["link", "first", "second", "other link"].map((name) => own.isRevoked(name, NOW)),
    );
    expect(revoked).toEqual([false, true, false, false]);
  });

  it("compares codes by creation time, in whichever order they are registered", async () => {
    const own = register("order");
    await own.add({ name: "newer", kind: "code", madeAt: NOW + 1, until }, NOW);
    await own.add({ name: "older", kind: "code", madeAt: NOW, until }, NOW);
    expect(await Promise.all(["older", "newer"].map((name) => own.isRevoked(name, NOW)))).toEqual([true, false]);
  });

  it("accepts a code that is registered again", async () => {
    const own = register("again");
    for (const name of ["first", "second", "first"]) await own.add({ name, kind: "code", madeAt: NOW, until }, NOW);
    expect(await own.isRevoked("first", NOW)).toBe(false);
  });

  it("revokes all registered tokens, but no later or unknown ones", async () => {
    const own = register("all");
    await own.add({ name: "link", kind: "link", madeAt: NOW, until }, NOW);
    await own.add({ name: "code", kind: "code", madeAt: NOW, until }, NOW);
    await own.revokeAll(null, NOW);
    await own.add({ name: "later", kind: "link", madeAt: NOW, until }, NOW);
    const revoked = await Promise.all(["link", "code", "later", "unknown"].map((name) => own.isRevoked(name, NOW)));
    expect(revoked).toEqual([true, true, false, false]);
    expect(await register("somebody else").isRevoked("link", NOW)).toBe(false);
  });

  it("revokes all registered tokens except one", async () => {
    const own = register("all but one");
    for (const name of ["earlier", "kept"]) await own.add({ name, kind: "link", madeAt: NOW, until }, NOW);
    await own.revokeAll("kept", NOW);
    expect(await Promise.all(["earlier", "kept"].map((name) => own.isRevoked(name, NOW)))).toEqual([true, false]);
  });

  it("deletes expired tokens", async () => {
    const own = register("forgets");
    await own.add({ name: "code", kind: "code", madeAt: NOW, until: Date.now() + HOUR });
    await own.revokeAll(null);
    expect(await own.isRevoked("code")).toBe(true);
    expect(await own.isRevoked("code", Date.now() + 2 * HOUR)).toBe(false);
    expect(await runDurableObjectAlarm(own)).toBe(true);
    expect(await own.isRevoked("code")).toBe(false);
  });
});
