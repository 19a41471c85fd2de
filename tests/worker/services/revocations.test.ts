import { expect, it } from "vitest";
import { Revocations } from "../../../worker/services/revocations";
import { bindings } from "../support/test-app";

const revocations = new Revocations(bindings.REVOCATIONS);

it("a mailed password is recorded for a user's id in any letter case", async () => {
  await revocations.markMailedPassword("66F0aB", Date.now());
  expect(await revocations.hasMailedPassword("66f0Ab")).toBe(true);
  expect(await revocations.hasMailedPassword("66f0ac")).toBe(false);
});

it("the mark of a mailed password is taken back by the request that made it, unless another one has marked it too", async () => {
  const mark = (userId: string) => revocations.markMailedPassword(userId, Date.now());
  await revocations.takeMailedPasswordBack("alone", (await mark("alone")) ?? "");
  expect(await revocations.hasMailedPassword("alone")).toBe(false);

  const first = await mark("two");
  expect(await mark("two")).toBeNull();
  await revocations.takeMailedPasswordBack("two", first ?? "");
  expect(await revocations.hasMailedPassword("two")).toBe(true);
});

it("a used link is recorded for a user's id in any letter case, and for one secret", async () => {
  await revocations.markLinkUsed("66F0aB", "Secret", Date.now() + 60_000);
  expect(await revocations.wasLinkUsed("66f0Ab", "Secret")).toBe(true);
  expect(await revocations.wasLinkUsed("66f0Ab", "secret")).toBe(false);
});
