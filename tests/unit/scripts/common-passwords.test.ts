import { expect, test } from "vitest";
import { PASSWORD_MIN } from "../../../app/contract/limits";
import { commonPasswords } from "../../../scripts/common-passwords";

test("the Worker's list has the 3,000 commonest passwords that are long enough to be chosen, and shorter words, in lower case", async () => {
  const { load } = commonPasswords() as { load(id: string): string };
  const code = load("\0virtual:common-passwords");
  const listOf = (name: string): string[] =>
    JSON.parse(new RegExp(`${name} = new Set\\((".*")\\.split`).exec(code)?.[1] ?? '""').split("\n");
  const list = listOf("commonPasswords");
  expect(new Set(list).size).toBe(3_000);
  expect(list.filter((password) => password.length < PASSWORD_MIN || password !== password.toLowerCase())).toEqual([]);
  expect(list).toEqual(expect.arrayContaining(["password", "12345678", "baseball1", "qwertyuiop"]));
  const words = listOf("commonWords");
  expect(words.filter((word) => !/^[a-z]{4,7}$/.test(word))).toEqual([]);
  expect(words).toEqual(expect.arrayContaining(["welcome", "dragon", "pass", "test"]));
});
