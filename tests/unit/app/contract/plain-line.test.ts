import { describe, expect, it } from "vitest";
import { plainLine } from "../../../../app/contract/plain-line";

describe("a name in one line", () => {
  it.each([
    ["blanks around it go", "  Asha Rao ", "Asha Rao"],
    ["a line end becomes a space", "Asha\r\nRao", "Asha Rao"],
    ["control characters become a space", "Asha\u0000\u0007\u0085Rao", "Asha Rao"],
    ["line separators become a space", "Asha\u2028\u2029Rao", "Asha Rao"],
    ["what turns the writing round goes", "Asha \u202eoaR\u202c\u2066\u2069", "Asha oaR"],
    ["nothing but that is empty", "\u0000\u202e\u2069", ""],
    ["what nobody can see is no name", "\u00ad\u200b \u200d", ""],
    ["halves of characters go", "Asha\ud83d Rao\udc4d", "Asha Rao"],
    ["whole ones stay", "Asha 👍", "Asha 👍"],
    ["joiners stay, which Indian scripts need", "क्‍ष श्री", "क्‍ष श्री"],
    ["other scripts stay", "محمد 李雷 Zoë", "محمد 李雷 Zoë"],
  ])("%s", (_, typed, kept) => {
    expect(plainLine(typed)).toBe(kept);
  });
});
