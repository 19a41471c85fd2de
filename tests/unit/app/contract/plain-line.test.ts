import { describe, expect, it } from "vitest";
import { plainLine } from "../../../../app/contract/plain-line";

describe("plainLine", () => {
  it.each([
    ["removes surrounding spaces", "  Asha Rao ", "Asha Rao"],
    ["replaces a line break by a space", "Asha\r\nRao", "Asha Rao"],
    ["replaces control characters by a space", "Asha\u0000\u0007\u0085Rao", "Asha Rao"],
    ["replaces line separators by a space", "Asha\u2028\u2029Rao", "Asha Rao"],
    ["removes bidirectional controls", "Asha \u202eoaR\u202c\u2066\u2069", "Asha oaR"],
    ["returns an empty string for control characters only", "\u0000\u202e\u2069", ""],
    ["returns an empty string for invisible characters only", "\u00ad\u200b \u200d", ""],
    ["removes bidirectional marks", "cv\u200f.pdf\u061c\u200e", "cv.pdf"],
    ["returns an empty string for letters and symbols that show nothing", "\u3164 \uffa0\u115f\u2800", ""],
    ["removes lone surrogates", "Asha\ud83d Rao\udc4d", "Asha Rao"],
    ["keeps surrogate pairs", "Asha 👍", "Asha 👍"],
    ["keeps joiners, which Indian scripts need", "क्‍ष श्री", "क्‍ष श्री"],
    ["keeps other scripts", "محمد 李雷 Zoë", "محمد 李雷 Zoë"],
  ])("%s", (_, typed, expected) => {
    expect(plainLine(typed)).toBe(expected);
  });
});
