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

it("is hashed while no other is, so that other events come in between", async () => {
  const order: string[] = [];
  const hash = vi.mocked(crypto.scrypt);
  const real = hash.getMockImplementation() as (...args: unknown[]) => void;
  hash.mockImplementation((...args: unknown[]) => {
    const done = args.pop() as (...result: unknown[]) => void;
    order.push("begins");
    real(...args, (...result: unknown[]) => {
      order.push("ends");
      setTimeout(() => order.push("another event"));
      done(...result);
    });
  });
  await Promise.all([hashPassword("Neem-valley-77"), verifyPassword("Neem-valley-78", null)]);
  hash.mockImplementation(real as typeof crypto.scrypt);
  expect(order).toEqual(["begins", "ends", "another event", "begins", "ends"]);
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
