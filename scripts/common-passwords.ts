// Makes the list of common passwords for the Worker, from the list of a package, which is sorted by how often each was found in leaks.
import { dictionary } from "@zxcvbn-ts/language-common";
import type { Plugin } from "vite";
import { PASSWORD_MIN } from "../app/contract/limits.ts";

const MODULE = "virtual:common-passwords";
const COUNT = 3_000;

/** Provides the module `virtual:common-passwords`: the commonest passwords that are long enough to be chosen here, in lower case. */
export function commonPasswords(): Plugin {
  return {
    name: "navarambh:common-passwords",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const chosen = dictionary["passwords-common"].filter(({ length }) => length >= PASSWORD_MIN).slice(0, COUNT);
      if (chosen.length < COUNT) throw new Error(`The list has only ${chosen.length} passwords of that length`);
      return `export const commonPasswords = new Set(${JSON.stringify(chosen)});`;
    },
  };
}
