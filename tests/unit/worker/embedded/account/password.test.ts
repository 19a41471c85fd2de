import * as crypto from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hashPassword, verifyPassword } from "../../../../../worker/embedded/account/password";

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, scrypt: vi.fn(real.scrypt) };
});

beforeEach(() => {
  vi.mocked(crypto.scrypt).mockClear();
});

it("is hashed at Appwrite's cost unless a setting says otherwise", async () => {
  expect(await hashPassword("Neem-valley-77")).toMatch(/^\$scrypt\$ln=14,r=8,p=1\$/);
});

describe("checking a password", () => {
  it("knows the right one from a wrong one", async () => {
    const stored = await hashPassword("Neem-valley-77");
    expect(await verifyPassword("Neem-valley-77", stored)).toBe(true);
    expect(await verifyPassword("Neem-valley-78", stored)).toBe(false);
  });

  it("hashes once for nobody too, so that the time tells nothing", async () => {
    expect(await verifyPassword("Neem-valley-77", null)).toBe(false);
    expect(crypto.scrypt).toHaveBeenCalledTimes(1);
  });
});
