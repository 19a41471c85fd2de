import * as crypto from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Scrypt = (...args: unknown[]) => void;

const realScrypt = crypto.scrypt as Scrypt;
const scrypt = vi.fn<Scrypt>();
let hashPassword: (password: string) => Promise<string>;
let verifyPassword: (password: string, stored: string | null) => Promise<boolean>;

beforeEach(async () => {
  scrypt.mockReset().mockImplementation(realScrypt);
  vi.resetModules();
  vi.doMock("node:crypto", () => ({ ...crypto, scrypt }));
  ({ hashPassword, verifyPassword } = await import("../../../../../worker/embedded/account/password"));
});

afterEach(() => {
  vi.doUnmock("node:crypto");
  vi.resetModules();
});

it("is hashed at Appwrite's cost unless a setting says otherwise", async () => {
  expect(await hashPassword("Neem-valley-77")).toMatch(/^\$scrypt\$ln=14,r=8,p=1\$/);
});

it("is hashed while no other is, so that other events come in between", async () => {
  const order: string[] = [];
  scrypt.mockImplementation((...args) => {
    const done = args.pop() as (...result: unknown[]) => void;
    order.push("begins");
    realScrypt(...args, (...result: unknown[]) => {
      order.push("ends");
      setTimeout(() => order.push("another event"));
      done(...result);
    });
  });
  await Promise.all([hashPassword("Neem-valley-77"), verifyPassword("Neem-valley-78", null)]);
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
    expect(scrypt).toHaveBeenCalledTimes(1);
  });
});
