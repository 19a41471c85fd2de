// Makes the list of common passwords for the Worker, from the list of a package, which is sorted by how often each was found in leaks.
import { dictionary } from "@zxcvbn-ts/language-common";
import type { Plugin } from "vite";
import { PASSWORD_MIN } from "../app/contract/limits.ts";

const MODULE = "virtual:common-passwords";
const COUNT = 3_000;
/** The commonest of them: a longer list makes the Worker larger, and refuses what is no password of many people. */
const WORD_COUNT = 160;
/** Shorter words are in too many passwords. */
const WORD_MIN = 4;

/**
 * Provides the module `virtual:common-passwords`: the commonest passwords that are long enough to be chosen here, and those of letters alone that
 * become so with a few digits; each in lower case.
 */
export function commonPasswords(): Plugin {
  return {
    name: "navarambh:common-passwords",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const sorted = dictionary["passwords-common"];
      const chosen = sorted.filter(({ length }) => length >= PASSWORD_MIN).slice(0, COUNT);
      if (chosen.length < COUNT) throw new Error(`The list has only ${chosen.length} passwords of that length`);
      const isWord = (one: string) => one.length >= WORD_MIN && one.length < PASSWORD_MIN && /^[a-z]+$/.test(one);
      const words = sorted.filter(isWord).slice(0, WORD_COUNT);
      // In this order, and as one string, they are compressed to two thirds.
      const setOf = (list: string[]) => `new Set(${JSON.stringify(list.toSorted().join("\n"))}.split("\\n"))`;
      return `export const commonPasswords = ${setOf(chosen)};\nexport const commonWords = ${setOf(words)};`;
    },
  };
}
